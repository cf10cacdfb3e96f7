//! What is done without having been asked: what is due happens, and people are told.

use std::sync::Arc;
use std::time::Duration;

use super::Front;
use crate::app::{Delivery, Notice, Refusal, Way};

impl Front {
    /// Lets happen what is due and tells people what they are to be told, every `pause` and after every answer.
    pub async fn keep_time(&self, pause: Duration) {
        loop {
            {
                let _under_way = Arc::clone(&self.under_way).read_owned().await;
                if let Err(error) = self.keep_up().await {
                    tracing::error!(%error, "what is due could not be dealt with; it is tried again");
                }
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.told.notified() => {}
            }
        }
    }

    async fn keep_up(&self) -> Result<(), Refusal> {
        let app = self.desk.app();
        app.wake().await?;
        app.tick().await?;
        app.deliver(|notice| self.tell(notice)).await?;
        Ok(())
    }

    async fn tell(&self, notice: Notice) -> Delivery {
        if let Some(done) = self.without_message(&notice).await {
            return done;
        }
        let Some(reply) = self.desk.notice(&notice).await else {
            return Delivery::Gone;
        };
        let channel = notice.channel.filter(|_| notice.way == Way::Home);
        if let (Some(channel), Some(message)) = (channel, notice.changes) {
            return self.wire.change(channel, message, &reply).await;
        }
        self.wire
            .tell(notice.to, channel, &reply, &notice.nonce)
            .await
    }
}
