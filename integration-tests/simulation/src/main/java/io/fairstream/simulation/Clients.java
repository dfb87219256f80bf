package io.fairstream.simulation;

import io.fairstream.query.audit.Audit;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.simulation.check.SimulatedRecords;
import io.fairstream.simulation.history.Sent;
import io.fairstream.simulation.history.SimulatedRegistry;
import io.fairstream.simulation.kafka.Broker;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Clients that write the records of a plan one after the other, and the outcome of each. */
final class Clients {
    private final Plan plan;
    private final Broker broker;
    private final Map<String, Integer> places = new HashMap<>();
    private int written;

    Clients(Plan plan, Broker broker) {
        this.plan = plan;
        this.broker = broker;
    }

    int written() {
        return written;
    }

    /** Writes some more records, at most until so many are written. */
    void write(int most, int until) {
        for (int i = 0; i < most && written < until; i++) {
            Sent sent = plan.records().get(written);
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                    Topic.DEFAULT_PREFIX + sent.topic(),
                    sent.partition() < 0 ? null : sent.partition(),
                    sent.timestamp(),
                    bytes(sent.key()),
                    bytes(sent.value()));
            places.put(broker.append(record), written++);
        }
    }

    /** Deletes the topic of some events and makes it again. */
    void remakeTopic(IntUnaryOperator choice) {
        List<Topic<?>> events = List.of(Topics.MATCHES, Topics.JOB_EVENTS, Topics.SESSION_DELTAS, Topics.HOST_REPORTS);
        broker.remake(events.get(choice.applyAsInt(events.size())).in(Topic.DEFAULT_PREFIX));
    }

    /** Accepts all gaps that an audit finds. */
    void accept(Audit audit) {
        Topic<Setting> settings = Topics.SETTINGS;
        String topic = settings.in(Topic.DEFAULT_PREFIX);
        Serializer<Setting> values = settings.serde(SimulatedRegistry.get()).serializer();
        audit.checks().stream().filter(check -> check.gap() > 0).forEach(check -> {
            String name = "accepted/" + check.name();
            Setting accepted = new Setting(name, Long.toString(check.gap()), Instant.EPOCH, "simulator", "made again");
            broker.append(new ProducerRecord<>(
                    topic, name.getBytes(StandardCharsets.UTF_8), values.serialize(topic, accepted)));
        });
    }

    private static byte @Nullable [] bytes(@Nullable Bytes bytes) {
        return bytes == null ? null : bytes.get();
    }

    /** The plan as the topology read it: records that were set aside, because their schema was not known yet, are unreadable in it. */
    Plan asRead(SimulatedRecords found) {
        List<Sent> records = new ArrayList<>(plan.records());
        for (String place : found.setAside()) {
            Integer number = places.get(place);
            if (number != null && records.get(number).lateNumber().isPresent()) {
                records.set(number, records.get(number).unreadable());
            }
        }
        return plan.with(records);
    }

    /**
     * Only what clients wrote is set aside, and of that nothing that came when its schema was known.
     *
     * @param known by the number of a schema that is known only later, after how many records it is
     * @return what is, a line each
     */
    List<String> wronglySetAside(SimulatedRecords found, IntUnaryOperator known) {
        List<String> wrong = new ArrayList<>();
        Set<String> readable = found.readable();
        for (String place : found.setAside()) {
            Integer number = places.get(place);
            OptionalInt late = number == null
                    ? OptionalInt.empty()
                    : plan.records().get(number).lateNumber();
            if (number == null) {
                wrong.add("dead-letters: " + place + ": (expected: a client's record)");
            } else if (late.isPresent() && readable.contains(place) && number >= known.applyAsInt(late.getAsInt())) {
                wrong.add("dead-letters: " + place + ": its schema was known when it came");
            }
        }
        return wrong;
    }
}
