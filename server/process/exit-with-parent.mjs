// Preloaded into the site's processes, so that they end with the launcher, even if the launcher is killed.
if (process.channel)
  process.once('disconnect', () => {
    // A process that serves the site handles SIGTERM and shuts down gracefully. Any other process exits immediately.
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
    else process.exit(1);
  });
