package io.fairstream.analysis;

import io.fairstream.query.records.RowShare;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.Source;
import io.fairstream.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.generic.IndexedRecord;

/** Rows of a test, all in partition 0; counts which topics are read. */
public final class GivenRows implements TopicRows {
    private final Map<Relation, List<Source>> rows = new HashMap<>();
    private final List<String> read = new ArrayList<>();

    /** With one row more. */
    public GivenRows with(Topic<?> topic, IndexedRecord value) {
        List<Source> those = rows.computeIfAbsent(Relations.of(topic), relation -> new ArrayList<>());
        those.add(new Source("key" + those.size(), value, 0, those.size(), 0));
        return this;
    }

    /** Names of the topics in the order of reading; with the offset from which if that is not the first. */
    public List<String> read() {
        return read;
    }

    @Override
    public void read(Relation relation, Map<Integer, Long> since, Supplier<RowShare<Source>> shares) {
        read.add(relation.topic().name() + (since.isEmpty() ? "" : "@" + since.get(0)));
        try (RowShare<Source> share = shares.get()) {
            rows.getOrDefault(relation, List.of()).stream()
                    .filter(row -> row.offset() >= since.getOrDefault(0, 0L))
                    .forEach(share::add);
            share.finish();
        }
    }

    @Override
    public Map<Integer, Long> ends(Relation relation) {
        return Map.of(0, (long) rows.getOrDefault(relation, List.of()).size());
    }
}
