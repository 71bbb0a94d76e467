// Preloaded into the site's processes: the channel to the launcher breaks even when the launcher is killed outright.
if (process.channel) process.once('disconnect', () => process.exit(1));
