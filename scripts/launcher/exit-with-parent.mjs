// Preloaded into the site's processes: the channel to the launcher breaks even when the launcher is killed outright.
if (process.channel)
  process.once('disconnect', () => {
    // A site that serves has somebody for this signal and ends in order; anything else ends at once.
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
    else process.exit(1);
  });
