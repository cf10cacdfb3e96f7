//! A database with all migrations, copied for each test that is not about migrating.

use std::path::Path;

use rookery::store::Store;
use tokio::sync::OnceCell;

/// Creates a database of SQLite at a path, with all migrations and no rows.
pub async fn create(file: &Path) {
    static MADE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let made = MADE.get_or_init(async || {
        let folder = crate::scratch::folder();
        let place = folder.path().join("rookery.db");
        let store = Store::open(place.as_path()).await.unwrap();
        store.close().await;
        std::fs::read(place).unwrap()
    });
    std::fs::write(file, made.await).unwrap();
}
