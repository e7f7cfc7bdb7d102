//! Small own drawings of the objects, made of lines and circles, in a unit square.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};
use nightcoach_rules::{Association, Face};

use crate::theme;

/// A pen that draws in a square, with coordinates from 0 to 1.
struct Pen<'a> {
    painter: &'a Painter,
    rect: Rect,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        pos2(self.rect.left() + x * self.rect.width(), self.rect.top() + y * self.rect.height())
    }

    fn stroke(&self, width: f32, colour: Color32) -> Stroke {
        Stroke::new(width * self.rect.width() / 30.0, colour)
    }

    fn line(&self, points: &[(f32, f32)], width: f32, colour: Color32) {
        let points = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.painter.add(Shape::line(points, self.stroke(width, colour)));
    }

    fn fill(&self, points: &[(f32, f32)], colour: Color32) {
        let points = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    }

    fn ring(&self, x: f32, y: f32, radius: f32, width: f32, colour: Color32) {
        self.painter.circle_stroke(self.at(x, y), radius * self.rect.width(), self.stroke(width, colour));
    }

    fn dot(&self, x: f32, y: f32, radius: f32, colour: Color32) {
        self.painter.circle_filled(self.at(x, y), radius * self.rect.width(), colour);
    }
}

/// Draws the emblem of an object.
pub(crate) fn object(painter: &Painter, rect: Rect, face: Face) {
    let pen = Pen { painter, rect };
    let order = theme::association_on_paper(Association::Order);
    let brotherhood = theme::association_on_paper(Association::Brotherhood);
    match face {
        Face::Key => key(&pen, order),
        Face::Goblet => goblet(&pen, brotherhood),
        Face::BagKey => bag(&pen, order),
        Face::BagGoblet => bag(&pen, brotherhood),
        Face::Pearl => pearl(&pen),
        Face::Mirror => mirror(&pen),
        Face::Dagger => blade(&pen, 0.5),
        Face::Gloves => gloves(&pen),
        Face::Ring => ring(&pen),
        Face::Knives => {
            blade(&pen, 0.3);
            blade(&pen, 0.7);
        }
        Face::Whip => whip(&pen),
        Face::Privilege => scroll(&pen, true),
        Face::Monocle => monocle(&pen),
        Face::Sextant => sextant(&pen),
        Face::Coat => coat(&pen),
        Face::Tome => scroll(&pen, false),
        Face::Loge => shield_in(&pen, theme::LEATHER),
    }
}

/// A sword, for whoever stands on the attacker's side.
pub(crate) fn sword(painter: &Painter, rect: Rect, colour: Color32) {
    let pen = Pen { painter, rect };
    pen.line(&[(0.15, 0.85), (0.85, 0.15)], 4.0, colour);
    pen.line(&[(0.15, 0.55), (0.45, 0.85)], 4.0, colour);
}

/// A shield, for whoever stands on the defender's side.
pub(crate) fn shield(painter: &Painter, rect: Rect, colour: Color32) {
    shield_in(&Pen { painter, rect }, colour);
}

fn shield_in(pen: &Pen<'_>, colour: Color32) {
    pen.fill(&[(0.2, 0.15), (0.8, 0.15), (0.8, 0.5), (0.5, 0.9), (0.2, 0.5)], colour);
}

fn key(pen: &Pen<'_>, colour: Color32) {
    pen.ring(0.28, 0.5, 0.17, 3.5, colour);
    pen.line(&[(0.45, 0.5), (0.92, 0.5)], 3.5, colour);
    pen.line(&[(0.78, 0.5), (0.78, 0.7)], 3.5, colour);
    pen.line(&[(0.9, 0.5), (0.9, 0.7)], 3.5, colour);
}

fn goblet(pen: &Pen<'_>, colour: Color32) {
    pen.fill(&[(0.25, 0.12), (0.75, 0.12), (0.66, 0.45), (0.5, 0.55), (0.34, 0.45)], colour);
    pen.line(&[(0.5, 0.5), (0.5, 0.84)], 3.0, colour);
    pen.line(&[(0.3, 0.87), (0.7, 0.87)], 3.5, colour);
}

fn bag(pen: &Pen<'_>, colour: Color32) {
    pen.fill(&[(0.14, 0.4), (0.86, 0.4), (0.92, 0.88), (0.08, 0.88)], theme::LEATHER);
    pen.line(&[(0.35, 0.4), (0.38, 0.2), (0.62, 0.2), (0.65, 0.4)], 3.0, theme::LEATHER);
    pen.dot(0.5, 0.64, 0.11, theme::PAPER);
    pen.dot(0.5, 0.64, 0.08, colour);
}

fn pearl(pen: &Pen<'_>) {
    pen.dot(0.5, 0.52, 0.34, theme::INK);
    pen.dot(0.39, 0.4, 0.08, theme::PAPER);
}

fn mirror(pen: &Pen<'_>) {
    pen.ring(0.5, 0.38, 0.29, 3.0, theme::LEATHER);
    pen.line(&[(0.5, 0.68), (0.5, 0.95)], 4.5, theme::LEATHER);
    pen.line(&[(0.36, 0.18), (0.5, 0.36), (0.44, 0.44), (0.62, 0.6)], 1.5, theme::STEEL);
    pen.line(&[(0.5, 0.36), (0.7, 0.3)], 1.5, theme::STEEL);
}

fn blade(pen: &Pen<'_>, x: f32) {
    pen.fill(&[(x - 0.07, 0.6), (x, 0.05), (x + 0.07, 0.6)], theme::STEEL);
    pen.line(&[(x - 0.17, 0.62), (x + 0.17, 0.62)], 3.0, theme::LEATHER);
    pen.line(&[(x, 0.62), (x, 0.92)], 4.0, theme::LEATHER);
}

fn gloves(pen: &Pen<'_>) {
    for x in [0.1, 0.54] {
        pen.fill(&[(x, 0.3), (x + 0.32, 0.3), (x + 0.32, 0.85), (x, 0.85)], theme::STEEL);
        for finger in [0.03, 0.13, 0.23] {
            pen.line(&[(x + finger + 0.03, 0.34), (x + finger + 0.03, 0.12)], 2.6, theme::STEEL);
        }
        pen.line(&[(x, 0.7), (x + 0.32, 0.7)], 1.5, theme::PAPER);
    }
}

fn ring(pen: &Pen<'_>) {
    pen.ring(0.5, 0.62, 0.25, 4.0, theme::LEATHER);
    pen.fill(&[(0.5, 0.06), (0.66, 0.22), (0.5, 0.38), (0.34, 0.22)], theme::GEM);
}

fn whip(pen: &Pen<'_>) {
    pen.line(&[(0.12, 0.9), (0.4, 0.6)], 4.5, theme::LEATHER);
    let lash =
        [(0.4, 0.6), (0.62, 0.35), (0.85, 0.3), (0.88, 0.5), (0.68, 0.55), (0.6, 0.4), (0.72, 0.16), (0.92, 0.1)];
    pen.line(&lash, 1.8, theme::INK);
}

fn scroll(pen: &Pen<'_>, sealed: bool) {
    pen.fill(&[(0.2, 0.12), (0.8, 0.12), (0.8, 0.88), (0.2, 0.88)], theme::PAPER_DIM);
    for y in [0.28, 0.42, 0.56] {
        pen.line(&[(0.3, y), (0.7, y)], 1.6, theme::INK);
    }
    if sealed {
        pen.dot(0.64, 0.76, 0.1, theme::association_on_paper(Association::Brotherhood));
    } else {
        pen.line(&[(0.22, 0.1), (0.22, 0.9)], 4.0, theme::LEATHER);
    }
}

fn monocle(pen: &Pen<'_>) {
    pen.ring(0.42, 0.42, 0.28, 3.5, theme::STEEL);
    pen.line(&[(0.64, 0.6), (0.74, 0.74), (0.7, 0.88), (0.86, 0.95)], 1.8, theme::STEEL);
}

fn sextant(pen: &Pen<'_>) {
    pen.line(&[(0.5, 0.1), (0.12, 0.72), (0.32, 0.86), (0.68, 0.86), (0.88, 0.72), (0.5, 0.1)], 2.5, theme::STEEL);
    pen.line(&[(0.5, 0.1), (0.58, 0.86)], 2.5, theme::LEATHER);
}

fn coat(pen: &Pen<'_>) {
    pen.fill(&[(0.36, 0.14), (0.64, 0.14), (0.84, 0.9), (0.16, 0.9)], theme::LEATHER);
    pen.line(&[(0.38, 0.2), (0.1, 0.6)], 5.0, theme::LEATHER);
    pen.line(&[(0.62, 0.2), (0.9, 0.6)], 5.0, theme::LEATHER);
    pen.line(&[(0.5, 0.2), (0.5, 0.9)], 1.5, theme::PAPER);
}
