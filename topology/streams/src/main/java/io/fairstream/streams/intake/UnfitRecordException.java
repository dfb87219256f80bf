package io.fairstream.streams.intake;

/**
 * A record could be read and can still not be what its topic is for. It is raised before anything was done for the record, which goes
 * to the dead letters.
 */
public final class UnfitRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnfitRecordException(String problem) {
        super(problem, null, false, false);
    }
}
