package io.fairstream.htcondor.match;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.htcondor.file.Piece;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.util.function.Consumer;

/** Says of each entry of one log, in its order, what happened to the match on a resource. Not for several threads. */
public interface EntryReader {
    /** Takes the next entry. */
    void read(Piece entry, Consumer<MatchEvent> events);

    /** Nothing follows for now: what waited for the next entry waits no longer. */
    void pause(Consumer<MatchEvent> events);

    /** Outcomes of the entries so far, each entry counted once. */
    RecordOutcomes outcomes();

    /** State that the reader needs to go on after the entries so far. */
    JsonNode memory();

    /** Goes on where another one was. */
    void recall(JsonNode memory);

    /** True if the reader, to go on within a file, must be given all that was read of that file before. */
    default boolean startsOver() {
        return false;
    }
}
