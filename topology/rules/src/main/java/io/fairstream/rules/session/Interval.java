package io.fairstream.rules.session;

/**
 * Time that snapshots of one incarnation cover one after the other, with the same number of processors.
 *
 * @param firstSequence of the snapshot that begins it
 * @param lastSequence of the snapshot that ends it; all between are there
 * @param from milliseconds since 1970 UTC
 * @param to milliseconds since 1970 UTC
 * @param processors of the node
 */
public record Interval(String incarnation, long firstSequence, long lastSequence, long from, long to, int processors) {
    static Interval of(SessionDelta snapshot) {
        return new Interval(
                snapshot.incarnation(),
                snapshot.sequence(),
                snapshot.sequence(),
                snapshot.from(),
                snapshot.to(),
                snapshot.nodeProcessors());
    }

    boolean holds(SessionDelta snapshot) {
        return snapshot.sequence() >= firstSequence
                && snapshot.sequence() <= lastSequence
                && incarnation.equals(snapshot.incarnation());
    }

    boolean isContinuedBy(Interval next) {
        return to == next.from
                && lastSequence + 1 == next.firstSequence
                && processors == next.processors
                && incarnation.equals(next.incarnation);
    }

    Interval with(Interval next) {
        return new Interval(incarnation, firstSequence, next.lastSequence, from, next.to, processors);
    }
}
