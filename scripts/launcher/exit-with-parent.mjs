// Preloaded into the site's processes: the channel to the launcher closes even if the launcher is killed.
if (process.channel)
  process.once('disconnect', () => {
    // A serving site handles this signal and stops in order; any other process exits immediately.
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
    else process.exit(1);
  });
