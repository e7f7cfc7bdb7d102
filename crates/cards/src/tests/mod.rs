//! What only the inside can show: what challenges cover, and provers that do not keep to the recipe.

mod coverage;
mod forgeries;
