package io.fairstream.rules.session;

/** Whose time a part of a snapshot tells. The names are those of the schema {@code SessionKind}. */
public enum SessionKind {
    /** The processes of a session. */
    PROCESSES,
    /** Time that no session explains, kernel and stolen time included. */
    SYSTEM,
    /** Time that nobody used. */
    IDLE
}
