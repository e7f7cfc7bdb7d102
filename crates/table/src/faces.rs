//! Faces as card points: the one place that joins the rules' names with the group elements of `cards`.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_cards::CardPoint;
use nightcoach_rules::{Association, Face, Occupation, SlotFace};

const RULESET: &str = "base";

/// Every face with its point, computed once per table.
#[derive(Debug)]
pub(crate) struct FaceTable {
    objects: BTreeMap<Face, CardPoint>,
    associations: BTreeMap<Association, CardPoint>,
    occupations: BTreeMap<Occupation, CardPoint>,
}

impl FaceTable {
    pub(crate) fn new() -> Self {
        Self {
            objects: Face::ALL.into_iter().map(|face| (face, object(face))).collect(),
            associations: Association::ALL.into_iter().map(|face| (face, association(face))).collect(),
            occupations: Occupation::ALL.into_iter().map(|face| (face, occupation(face))).collect(),
        }
    }

    pub(crate) fn object(&self, face: Face) -> CardPoint {
        self.objects.get(&face).copied().unwrap_or_else(|| object(face))
    }

    pub(crate) fn objects(&self, faces: &[Face]) -> Vec<CardPoint> {
        faces.iter().map(|face| self.object(*face)).collect()
    }

    pub(crate) fn association(&self, face: Association) -> CardPoint {
        self.associations.get(&face).copied().unwrap_or_else(|| association(face))
    }

    pub(crate) fn occupation(&self, face: Occupation) -> CardPoint {
        self.occupations.get(&face).copied().unwrap_or_else(|| occupation(face))
    }

    pub(crate) fn slot(&self, face: SlotFace) -> CardPoint {
        match face {
            SlotFace::Occupation(face) => self.occupation(face),
            SlotFace::Association(face) => self.association(face),
        }
    }

    /// The object of a point, if it is one.
    pub(crate) fn read_object(&self, point: CardPoint) -> Option<Face> {
        read(&self.objects, point)
    }

    /// The association of a point, if it is one.
    pub(crate) fn read_association(&self, point: CardPoint) -> Option<Association> {
        read(&self.associations, point)
    }

    /// The occupation of a point, if it is one.
    pub(crate) fn read_occupation(&self, point: CardPoint) -> Option<Occupation> {
        read(&self.occupations, point)
    }
}

fn read<F: Copy>(table: &BTreeMap<F, CardPoint>, point: CardPoint) -> Option<F> {
    table.iter().find(|(_, known)| **known == point).map(|(face, _)| *face)
}

fn object(face: Face) -> CardPoint {
    CardPoint::of_face(RULESET, "objects", face.name())
}

fn association(face: Association) -> CardPoint {
    CardPoint::of_face(RULESET, "associations", face.name())
}

fn occupation(face: Occupation) -> CardPoint {
    CardPoint::of_face(RULESET, "occupations", face.name())
}
