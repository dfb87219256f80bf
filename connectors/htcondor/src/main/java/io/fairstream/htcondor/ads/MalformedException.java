package io.fairstream.htcondor.ads;

/** An entry that is not what its format says; the message tells a person why, in one line. */
public final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedException(String message) {
        super(message.replaceAll("\\s*\\R\\s*", "; "));
    }
}
