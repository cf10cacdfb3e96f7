//! Kinds of offers between players.

use serde::{Deserialize, Serialize};

use crate::match_state::UserId;

/// The kind of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// Taking back the last move of the player who asks.
    Takeback,
    /// Another match with the same options, seats exchanged.
    Rematch,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The offer's kind.
    pub kind: OfferKind,
    /// The user who made it.
    pub by: UserId,
    /// The users who have agreed, in order; the first one made the offer.
    pub agreed: Vec<UserId>,
    /// The users who still have to answer. An absent player is not waited for.
    pub awaited: Vec<UserId>,
}

/// An offer that has just been declined or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclinedOffer {
    /// The offer's kind.
    pub kind: OfferKind,
    /// The user who declined or withdrew the offer.
    pub by: UserId,
    /// True if the user who made the offer has withdrawn it.
    pub withdrawn: bool,
    /// The others who had agreed to the offer, in order.
    pub agreed: Vec<UserId>,
}

impl OfferKind {
    /// Every kind.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];

    /// Returns the kind's name in machine notation.
    pub fn key(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Rematch => "rematch",
        }
    }

    /// Returns the key under which a refusal is stored, so that a player is not asked again.
    pub(in crate::app) fn declined(self) -> &'static str {
        match self {
            OfferKind::Draw => "no-draw",
            OfferKind::Takeback => "no-takeback",
            OfferKind::Rematch => "no-rematch",
        }
    }

    /// Returns the key under which a withdrawal is stored, so that no player is notified twice of the same offer.
    pub(in crate::app) fn withdrawn(self) -> &'static str {
        match self {
            OfferKind::Draw => "withdrawn-draw",
            OfferKind::Takeback => "withdrawn-takeback",
            OfferKind::Rematch => "withdrawn-rematch",
        }
    }
}

impl OfferKind {
    /// Returns the kind's name for people, with an article.
    pub fn name(self) -> &'static str {
        match self {
            OfferKind::Draw => "the draw",
            OfferKind::Takeback => "taking back the move",
            OfferKind::Rematch => "the rematch",
        }
    }

    /// Returns the name of the offer itself for people, with an article.
    pub fn proposal(self) -> &'static str {
        match self {
            OfferKind::Draw => "the draw offer",
            OfferKind::Takeback => "the request to take back a move",
            OfferKind::Rematch => "the rematch proposal",
        }
    }

    /// Returns the predicate for a sentence about the user who makes the offer.
    pub fn offered(self) -> &'static str {
        match self {
            OfferKind::Draw => "offers a draw",
            OfferKind::Takeback => "asks to take back a move",
            OfferKind::Rematch => "proposes a rematch",
        }
    }
}
