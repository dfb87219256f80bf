package io.fairstream.reading;

/** An unknown or guessed property of a record that counts. Implemented by enums of connectors, and reported in their order. */
public interface Note {
    /** Returns the ordinal of the enum constant. */
    int ordinal();

    /** Returns a text for people, after a number. */
    String text();
}
