//! The one place of this crate that reads a clock.

use std::time::{Duration, Instant, SystemTime};

/// Time since the start, and a sense for sleep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    origin: Instant,
    /// Simulated peers live by this one.
    #[cfg(test)]
    simulated: Option<&'static std::sync::atomic::AtomicU64>,
}

/// A moment on both clocks; only the difference between two is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    steady: Instant,
    wall: SystemTime,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self {
            origin: moment().steady,
            #[cfg(test)]
            simulated: None,
        }
    }

    /// A clock that shows what is stored.
    #[cfg(test)]
    pub(crate) fn simulated(now: &'static std::sync::atomic::AtomicU64) -> Self {
        Self { simulated: Some(now), ..Self::start() }
    }

    /// Milliseconds since the start.
    pub(crate) fn now(self) -> u64 {
        #[cfg(test)]
        if let Some(now) = self.simulated {
            return now.load(std::sync::atomic::Ordering::Relaxed);
        }
        u64::try_from(moment().steady.duration_since(self.origin).as_millis()).unwrap_or(u64::MAX)
    }
}

impl Moment {
    /// How long ago it was, on the clock that shows more: the steady one may stand still while the machine sleeps.
    pub(crate) fn age(self) -> Duration {
        let now = moment();
        let steady = now.steady.duration_since(self.steady);
        now.wall.duration_since(self.wall).map_or(steady, |wall| wall.max(steady))
    }
}

/// A moment to tell people how long ago it was.
#[derive(Clone, Copy, Debug)]
pub struct Since(Moment);

impl Since {
    /// Now.
    pub fn now() -> Self {
        Self(moment())
    }

    /// So many seconds ago, as far as the clocks reach back.
    pub fn seconds_ago(seconds: u64) -> Self {
        let Moment { steady, wall } = moment();
        Self(Moment { steady, wall: wall.checked_sub(Duration::from_secs(seconds)).unwrap_or(wall) })
    }

    /// Seconds since then, those included that the machine slept.
    pub fn seconds(self) -> u64 {
        self.0.age().as_secs()
    }
}

/// Milliseconds on the wall clock, for people and for numbers that shall rise from start to start; never for a rule.
pub(crate) fn wall_ms() -> u64 {
    let since = moment().wall.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Now. Wall time serves to notice that the machine slept, never for a rule.
#[expect(clippy::disallowed_methods, reason = "the driver feeds time into cores that take it as an argument")]
pub(crate) fn moment() -> Moment {
    Moment { steady: Instant::now(), wall: SystemTime::now() }
}
