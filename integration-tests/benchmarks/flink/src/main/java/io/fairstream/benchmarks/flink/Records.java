package io.fairstream.benchmarks.flink;

import io.fairstream.app.config.Settings;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.journal.ChargeBlockBuilder;
import io.fairstream.streams.journal.ChargeBlockBuilder.ChargeBlockFormat;
import io.fairstream.streams.match.MatchStage;
import io.fairstream.streams.match.MatchStage.OpenMatchRow;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Encodes what is written to the output topics, in the wire format of all topics. */
final class Records {
    private final String charges;
    private final String matchRecords;
    private final String openMatches;
    private final String priorities;
    private final Serializer<ChargeBlockBuilder> blockOut;
    private final Serializer<MatchRow> recordOut;
    private final Serializer<OpenMatchRow> heldOut;
    private final Serializer<PriorityOut.Published> priorityOut;

    Records(Settings settings) {
        SerdeFactory wire = new SerdeFactory(settings.registry());
        charges = name(Topics.CHARGES, settings);
        matchRecords = name(Topics.MATCH_RECORDS, settings);
        openMatches = name(Topics.OPEN_MATCHES, settings);
        priorities = name(Topics.PRIORITIES, settings);
        blockOut = wire.writes(new ChargeBlockFormat());
        recordOut = wire.writes(MatchStage.MATCH_RECORDS.format());
        heldOut = wire.writes(MatchStage.OPEN_MATCHES.format());
        FastAvroWriter<PriorityOut.Published> priority = PriorityOut.of(settings);
        priorityOut = wire.writes(priority);
    }

    private static String name(Topic<?> topic, Settings settings) {
        return topic.in(settings.topicPrefix());
    }

    /** @param key which task wrote it */
    Row block(String key, ChargeBlockBuilder block) {
        return new Row(charges, block.partition(), bytes(key), blockOut.serialize(charges, block), block.newest());
    }

    Row record(String resource, FinishedMatch finished, long sent) {
        MatchRow row = MatchRow.of(resource, finished, 1);
        return new Row(matchRecords, Row.OF_KEY, bytes(resource), recordOut.serialize(matchRecords, row), sent);
    }

    /** @param held null for a tombstone */
    Row open(String resource, @Nullable OpenMatch held, long sent) {
        byte[] value = held == null ? null : heldOut.serialize(openMatches, new OpenMatchRow(resource, held));
        return new Row(openMatches, Row.OF_KEY, bytes(resource), value, sent);
    }

    Row priority(String customer, Standing standing, long sent) {
        byte[] value = priorityOut.serialize(priorities, new PriorityOut.Published(customer, standing));
        return new Row(priorities, Row.OF_KEY, bytes(customer), value, sent);
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
