package io.fairstream.simulation.kafka;

/** The instance is gone at this instant. No code of Kafka's or of ours goes on after it; an error, since nobody catches errors. */
public final class Crashed extends Error {
    private static final long serialVersionUID = 1;

    public Crashed(String where) {
        super(where, null, false, false);
    }
}
