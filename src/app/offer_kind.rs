//! What players can offer each other.

use serde::{Deserialize, Serialize};

use crate::match_state::UserId;

/// What is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// That the match ends in a draw.
    Draw,
    /// That the last move of the one who asks is taken back.
    Takeback,
    /// Another match with the same options, seats exchanged.
    Rematch,
}

/// Something that is proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// What.
    pub kind: OfferKind,
    /// Who proposed it.
    pub by: UserId,
    /// Who has agreed, the one who proposed it first.
    pub agreed: Vec<UserId>,
    /// Who still has to answer. An absent player is not waited for.
    pub awaited: Vec<UserId>,
}

/// Something that was proposed and has just been declined or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclinedOffer {
    /// What.
    pub kind: OfferKind,
    /// Who declined it, or withdrew what they had proposed.
    pub by: UserId,
    /// Whether the one who proposed it has withdrawn it.
    pub withdrawn: bool,
    /// The others who had agreed to it, the one who proposed it first.
    pub agreed: Vec<UserId>,
}

impl OfferKind {
    /// Every kind.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];

    /// In machine notation.
    pub fn key(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Rematch => "rematch",
        }
    }

    /// What a seat that has declined is kept under, so that nobody is asked twice.
    pub(super) fn declined(self) -> &'static str {
        match self {
            OfferKind::Draw => "no-draw",
            OfferKind::Takeback => "no-takeback",
            OfferKind::Rematch => "no-rematch",
        }
    }

    /// What a seat that has withdrawn its own offer is kept under, so that nobody is notified twice of the same.
    pub(super) fn withdrawn(self) -> &'static str {
        match self {
            OfferKind::Draw => "withdrawn-draw",
            OfferKind::Takeback => "withdrawn-takeback",
            OfferKind::Rematch => "withdrawn-rematch",
        }
    }
}

impl OfferKind {
    /// For people, with its article.
    pub fn name(self) -> &'static str {
        match self {
            OfferKind::Draw => "the draw",
            OfferKind::Takeback => "taking back the move",
            OfferKind::Rematch => "the rematch",
        }
    }

    /// What one has made who has proposed it, with its article.
    pub fn proposal(self) -> &'static str {
        match self {
            OfferKind::Draw => "the draw offer",
            OfferKind::Takeback => "the request to take back a move",
            OfferKind::Rematch => "the rematch proposal",
        }
    }

    /// What somebody did who proposed it.
    pub fn offered(self) -> &'static str {
        match self {
            OfferKind::Draw => "offers a draw",
            OfferKind::Takeback => "asks to take back a move",
            OfferKind::Rematch => "proposes a rematch",
        }
    }
}
