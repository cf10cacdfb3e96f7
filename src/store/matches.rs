//! Matches: their rows and events, added in one transaction and read from the last good checkpoint, and what players
//! leave next to them.

pub(super) mod append;
pub(super) mod checkpoint;
pub(super) mod commit;
pub(super) mod due;
pub(super) mod group;
pub(super) mod list;
pub(super) mod load;
pub(super) mod machine;
pub(super) mod note;
pub(super) mod offer;
pub(super) mod offered_seats;
pub(super) mod once;
pub(super) mod one_statement;
pub(super) mod open_tables;
pub(super) mod own_list;
pub(super) mod plan;
pub(super) mod row;
pub(super) mod rules;
pub(super) mod until;
