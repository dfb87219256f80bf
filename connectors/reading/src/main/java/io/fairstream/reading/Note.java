package io.fairstream.reading;

/** What had to be left open of a record that counts. An enum of a connector, told in its order. */
public interface Note {
    /** The enum's. */
    int ordinal();

    /** For a person to read, after a number. */
    String text();
}
