//! Words, menus, lessons and pictures.
