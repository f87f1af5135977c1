//! The conversion of a damaged journal's pieces to its transactions.

use std::collections::HashSet;

use super::damage::Damage;
use super::entry::{End, Intent};
use super::known::BlobPlace;
use super::record::RecordKind;
use super::salvage::Piece;
use super::view::View;

/// Knowledge of the end of a transaction that has none in the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OpenEnd {
    /// No end follows it: its process is still at work, or has died.
    #[default]
    None,
    /// Something unreadable follows, which can be no more than its outcome.
    Torn,
    /// The transaction ended, but its outcome is lost.
    Lost,
}

/// A replay that appends pieces to the part that was read.
pub(super) struct Replay<'a> {
    view: &'a mut View,
    damage: Damage,
    /// A transaction after which records are missing.
    unsure: Option<Intent>,
    /// A damaged intent whose end is still to come.
    nameless: bool,
    seen: HashSet<String>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(view: &'a mut View, damage: Damage) -> Self {
        let seen = view.entries().iter().map(|entry| entry.intent.id.clone());
        let seen = seen.chain(view.open.iter().map(|open| open.id.clone())).collect();
        Replay { view, damage, unsure: None, nameless: false, seen }
    }

    /// Takes all pieces. Returns the damage, and what is known of the end of the open transaction.
    pub(super) fn run(mut self, pieces: Vec<Piece>, is_cut: bool) -> (Damage, OpenEnd) {
        for piece in pieces {
            self.take(piece);
        }
        if is_cut {
            self.lose_track();
        }
        let mut end = OpenEnd::None;
        if let Some(unsure) = self.unsure.take() {
            self.view.open = Some(unsure);
            end = OpenEnd::Lost;
        }
        if self.nameless {
            self.damage.nameless += 1;
        }
        self.damage.whole = self.view.count();
        self.damage.contents = self.view.missing_contents();
        (self.damage, end)
    }

    fn take(&mut self, piece: Piece) {
        match piece {
            Piece::Blob { content, place } => {
                self.view.add_blob(content, place);
            }
            Piece::Entry { kind: RecordKind::Intent, body, place } => match serde_json::from_slice(&body) {
                Ok(intent) => self.begin(intent, place),
                // Its hash is right, but it was written by a version that we cannot read.
                Err(_) => self.begin_nameless(),
            },
            Piece::Entry { kind, body, .. } => match serde_json::from_slice::<End>(&body) {
                Ok(End { id }) => self.end(kind, Some(&id)),
                Err(_) => self.end(kind, None),
            },
            // The loss is counted when the replay is complete.
            Piece::Damaged { kind: Some(RecordKind::Blob) } => {}
            Piece::Damaged { kind: Some(RecordKind::Intent) } => self.begin_nameless(),
            Piece::Damaged { kind: Some(kind) } => self.end(kind, None),
            Piece::Damaged { kind: None } => {
                self.lose_track();
                self.damage.nameless += 1;
            }
            Piece::Seam => self.lose_track(),
            Piece::Gap => {
                self.lose_track();
                self.damage.gaps += 1;
            }
        }
    }

    fn begin(&mut self, intent: Intent, place: BlobPlace) {
        // A copy of records may stand in the file twice; the first counts.
        if !self.seen.insert(intent.id.clone()) {
            return;
        }
        self.close();
        self.view.begin(intent, place);
    }

    /// Begins a transaction whose intent can no longer be read. The one that was open before it has ended.
    fn begin_nameless(&mut self) {
        self.close();
        self.view.unswept = None;
        self.nameless = true;
    }

    /// Ends a transaction. The head of an end is enough where its intent is right before it.
    fn end(&mut self, kind: RecordKind, id: Option<&str>) {
        let is_meant = |intent: &Intent| id.is_none_or(|id| intent.id == id);
        // The end names its transaction, so it belongs to it across whatever is missing between.
        if self.view.open.is_none() && id.is_some() && self.unsure.as_ref().is_some_and(is_meant) {
            self.view.open = self.unsure.take();
        }
        match self.view.open.as_ref().filter(|open| is_meant(open)).map(|open| open.id.clone()) {
            Some(open) if kind == RecordKind::Aborted => {
                self.view.abort();
                self.seen.insert(open);
            }
            // Only what was committed is swept.
            Some(open) => {
                self.view.commit(&open);
                if kind == RecordKind::Swept {
                    self.view.unswept = None;
                }
            }
            None if kind == RecordKind::Swept => self.view.unswept = None,
            None => {
                let is_known = id.is_some_and(|id| self.seen.contains(id));
                if let (Some(id), false) = (id, is_known) {
                    self.nameless = false;
                    self.close();
                    self.seen.insert(id.to_owned());
                    // One that was put back is no loss.
                    if kind == RecordKind::Committed {
                        self.damage.lose(id, None);
                    }
                } else if id.is_none() && self.nameless && kind == RecordKind::Committed {
                    self.damage.nameless += 1;
                }
            }
        }
        self.nameless = false;
    }

    /// Notes that something is missing here.
    fn lose_track(&mut self) {
        if let Some(open) = self.view.open.take() {
            self.unsure = Some(open);
        }
        if std::mem::take(&mut self.nameless) {
            self.damage.nameless += 1;
        }
    }

    /// Closes the open transaction because another one begins or ends.
    fn close(&mut self) {
        self.lose_track();
        if let Some(unsure) = self.unsure.take() {
            self.damage.lose(&unsure.id, Some(&unsure.message));
        }
    }
}
