package io.fairstream.query.audit;

import io.fairstream.client.InputTopic;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Check that each rejection names its rejected record, for topics without deleted records. */
final class RejectionReconciliation {
    private static final String NAME = "rejections = records refused";

    private final TopicRecords reader;
    private final InputReconciliation records;
    private final List<StageSpec<?>> stages;
    private final List<String> differences = new ArrayList<>();

    /** Description of a rejected record, which may be long. */
    private record Reported(@Nullable String key, @Nullable Long at, int original) {}

    private record Place(int partition, long offset) {}

    RejectionReconciliation(TopicRecords reader, InputReconciliation records, List<StageSpec<?>> stages) {
        this.reader = reader;
        this.records = records;
        this.stages = stages;
    }

    Check check() {
        Map<String, Map<Place, List<Reported>>> reported = new HashMap<>();
        reader.read(Topics.REJECTIONS, row -> {
            Rejection rejection = row.value();
            if (rejection != null) {
                reported.computeIfAbsent(rejection.getTopic(), topic -> new HashMap<>())
                        .computeIfAbsent(
                                new Place(rejection.getPartition(), rejection.getOffset()), place -> new ArrayList<>())
                        .add(new Reported(
                                row.key(),
                                rejection.getAt() == null
                                        ? null
                                        : rejection.getAt().toEpochMilli(),
                                rejection.getOriginal().hashCode()));
            }
        });
        Set<String> inputs = InputTopic.ALL.stream()
                .map(input -> input.topic().in(reader.settings().topicPrefix()))
                .collect(Collectors.toSet());
        reported.forEach((topic, ofTopic) -> {
            if (!inputs.contains(topic)) {
                all(ofTopic).forEach(is -> differ(topic, is, "topic", "no input"));
            }
        });
        int all = reported.values().stream().mapToInt(of -> all(of).size()).sum();
        for (StageSpec<?> stage : stages) {
            if (stage.input() != null
                    && stage.input().at() != null
                    && records.isWhole(stage.input().topic())) {
                String topic = stage.input().topic().in(reader.settings().topicPrefix());
                compare(topic, stage.input(), reported.getOrDefault(topic, Map.of()));
            }
        }
        return Check.of(NAME, String.format(Locale.ROOT, "%,d rows", all), differences);
    }

    private static List<Reported> all(Map<Place, List<Reported>> reported) {
        return reported.values().stream().flatMap(List::stream).toList();
    }

    private <E> void compare(String topic, StageInput<E> input, Map<Place, List<Reported>> reported) {
        if (reported.isEmpty()) {
            return;
        }
        Map<Place, List<Reported>> left = new HashMap<>(reported);
        reader.readAsIs(input.topic(), row -> {
            Place place = new Place(row.partition(), row.offset());
            List<Reported> is = left.remove(place);
            if (is != null) {
                is.forEach(each -> compare(topic, each, input, row));
                is.stream().skip(1).forEach(each -> differ(topic, each, "offset", place + ": reported before"));
            }
        });
        left.forEach((place, is) ->
                is.forEach(each -> differ(topic, each, "topic, partition, offset", place + ": no such record")));
    }

    private <E> void compare(String topic, Reported is, StageInput<E> input, Row<?> row) {
        E event = row.value() == null ? null : AvroRecords.value(input.format(), (IndexedRecord) row.value());
        Place place = new Place(row.partition(), row.offset());
        if (!Objects.equals(is.at(), input.time(event))
                || is.original() != input.shown(event).hashCode()) {
            differ(topic, is, "at, original, partition, offset", place + ": another record");
        }
    }

    private void differ(String topic, Reported is, String fields, String what) {
        differences.add("rejections \"" + is.key() + "\" " + fields + ": " + topic + " " + what);
    }
}
