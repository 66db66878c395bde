// A projection for EventStoreDB's own pages (docs/operating.md): links each event of the log to a stream of its
// subject, for example order-256580093411306800624156053. Fanwatt does not read these streams.
fromStream('fanwatt').when({
  $any(_state, event) {
    if (event.metadata?.stream) linkTo(event.metadata.stream, event);
  },
});
