package io.fairstream.reading;

/** A thing that had to be left open or guessed of a record that counts. An enum of a connector, told in its order. */
public interface Note {
    /** The enum's. */
    int ordinal();

    /** For a person to read, after a number. */
    String text();
}
