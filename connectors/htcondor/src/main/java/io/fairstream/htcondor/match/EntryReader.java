package io.fairstream.htcondor.match;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.util.function.Consumer;

/** Reader of one log's entries in order, which converts them to match events. Not thread-safe. */
public interface EntryReader {
    /** Reads the next entry. */
    void read(RawEntry entry, Consumer<MatchEvent> events);

    /** Passes on events that wait for the next entry, because there is none for now. */
    void pause(Consumer<MatchEvent> events);

    /** Returns the outcomes of the entries so far; each entry is counted once. */
    RecordOutcomes outcomes();

    /** Returns the state with which another reader can continue after the entries so far. */
    JsonNode memory();

    /** Restores the state of another reader. */
    void restore(JsonNode memory);

    /** Returns true if the reader, to continue within a file, must first read the file's earlier entries again. */
    default boolean startsOver() {
        return false;
    }
}
