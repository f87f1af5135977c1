//! The hold of a JavaScript object on its session: until it is closed, collected, or its environment ends.
//!
//! A closed session is gone, however long its object stays. An environment that ends (a worker thread that is
//! terminated, a process that exits) ends the sessions that it opened: no JavaScript of theirs can run.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
use std::time::{Duration, Instant};

use napi::Env;

use scenewright_project::{Ends, OnEnd};

/// The longest wait of an ending environment for its sessions. After that they end on their own.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The session of one JavaScript object.
pub(crate) struct Door<S: Ends>(Arc<Held<S>>);

struct Held<S> {
    /// The session, until it is closed.
    session: Mutex<Option<Arc<S>>>,
    /// A reference to the session while it is being closed.
    closing: Mutex<Weak<S>>,
    end: Mutex<End>,
    number: u64,
    others: Arc<Sessions>,
}

#[derive(Default)]
struct End {
    is_over: bool,
    waiting: Vec<OnEnd>,
}

/// The sessions of one environment that are not closed, by number.
#[derive(Default)]
struct Sessions {
    open: Mutex<HashMap<u64, Weak<dyn Abandon>>>,
    last_number: AtomicU64,
}

trait Abandon: Send + Sync {
    /// Cancels the calls and closes the session.
    fn abandon(self: Arc<Self>, done: OnEnd);
}

impl<S: Ends> Door<S> {
    pub(crate) fn new(env: &Env, session: S) -> napi::Result<Self> {
        let others = Sessions::of(env)?;
        let session = Arc::new(session);
        let number = others.last_number.fetch_add(1, Ordering::Relaxed);
        let held = Arc::new(Held {
            closing: Mutex::new(Arc::downgrade(&session)),
            session: Mutex::new(Some(session)),
            end: Mutex::default(),
            number,
            others: Arc::clone(&others),
        });
        let abandoned: Weak<Held<S>> = Arc::downgrade(&held);
        lock(&others.open).insert(number, abandoned);
        Ok(Door(held))
    }

    /// Returns the session, for as long as there is one. Nobody keeps it beyond a call.
    pub(crate) fn session(&self) -> Option<Arc<S>> {
        self.0.session()
    }

    /// Closes the session; `done` is called when it is gone, from any thread.
    pub(crate) fn close(&self, done: OnEnd) {
        Arc::clone(&self.0).close(done);
    }
}

impl<S: Ends> Drop for Door<S> {
    fn drop(&mut self) {
        if lock(&self.0.session).is_some() {
            Arc::clone(&self.0).abandon(Box::new(drop));
        }
    }
}

impl<S: Ends> Held<S> {
    fn session(&self) -> Option<Arc<S>> {
        let open = lock(&self.session).clone();
        open.or_else(|| lock(&self.closing).upgrade())
    }

    fn close(self: Arc<Self>, done: OnEnd) {
        let session = lock(&self.session).take();
        if let Some(session) = session {
            let held = Arc::clone(&self);
            return session.end(Box::new(move |thread| {
                held.finish();
                done(thread);
            }));
        }
        let mut end = lock(&self.end);
        if end.is_over {
            drop(end);
            return done(None);
        }
        end.waiting.push(done);
    }

    fn finish(&self) {
        lock(&self.others.open).remove(&self.number);
        *lock(&self.closing) = Weak::new();
        let waiting = {
            let mut end = lock(&self.end);
            end.is_over = true;
            std::mem::take(&mut end.waiting)
        };
        waiting.into_iter().for_each(|done| done(None));
    }
}

impl<S: Ends> Abandon for Held<S> {
    fn abandon(self: Arc<Self>, done: OnEnd) {
        if let Some(session) = self.session() {
            session.cancel_all();
        }
        self.close(done);
    }
}

thread_local! {
    /// The sessions by the address of the environment. An environment belongs to one thread.
    static ENVIRONMENTS: RefCell<HashMap<usize, Arc<Sessions>>> = RefCell::default();
}

impl Sessions {
    fn of(env: &Env) -> napi::Result<Arc<Sessions>> {
        let key = env.raw().addr();
        let known = ENVIRONMENTS.with_borrow(|all| all.get(&key).cloned());
        if let Some(sessions) = known {
            return Ok(sessions);
        }
        let sessions = Arc::<Sessions>::default();
        env.add_env_cleanup_hook(Arc::clone(&sessions), move |sessions| {
            // Another environment may get the same address.
            let _ = ENVIRONMENTS.try_with(|all| all.borrow_mut().remove(&key));
            sessions.end_all();
        })?;
        ENVIRONMENTS.with_borrow_mut(|all| all.insert(key, Arc::clone(&sessions)));
        Ok(sessions)
    }

    fn end_all(&self) {
        let open = std::mem::take(&mut *lock(&self.open));
        let (sender, ended) = mpsc::channel();
        for session in open.into_values().filter_map(|held| held.upgrade()) {
            let sender = sender.clone();
            session.abandon(Box::new(move |thread| drop(sender.send(thread))));
        }
        drop(sender);
        let deadline = Instant::now() + MAX_WAIT;
        while let Ok(thread) = ended.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            drop(thread.map(std::thread::JoinHandle::join));
        }
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
