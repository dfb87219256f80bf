package io.fairstream.cli.replay;

import io.fairstream.schemas.MatchEvent;

/**
 * Past events to be played.
 *
 * @param name of the workload
 * @param size how many events there are
 * @param events in the order to be played, as often as they are asked for
 */
record Recording(String name, long size, Iterable<MatchEvent> events) {}
