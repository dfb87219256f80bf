package io.fairstream.testing;

import io.fairstream.schemas.BlockCause;
import io.fairstream.schemas.BlockCharge;
import io.fairstream.schemas.BlockDimensions;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks.Sent;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Charges that a test writes by hand, each in a block of its own in the partition of its account. */
public final class WrittenCharges {
    private WrittenCharges() {}

    /** Writes them to the topic {@code charges} under a prefix. */
    public static void send(
            Map<String, Object> producerConfig, Map<String, ?> registryConfig, String prefix, List<Charge> charges) {
        Instant sent = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        String topic = Topics.CHARGES.in(prefix);
        var blocks = Topics.CHARGES.serde(SchemaRegistries.from(registryConfig)).serializer();
        try (KafkaProducer<String, ChargeBlock> producer =
                new KafkaProducer<>(producerConfig, new StringSerializer(), blocks)) {
            List<Future<RecordMetadata>> written = new ArrayList<>();
            for (Charge charge : charges) {
                List<Sent> only = List.of(new Sent(charge, sent));
                ChargeBlock block = block(charge.getLedger(), only);
                written.add(producer.send(new ProducerRecord<>(topic, charge.getAccount(), block)));
            }
            producer.flush();
            for (Future<RecordMetadata> one : written) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("charges were not written", e);
        }
    }

    /** Builds a block from charges of one ledger. */
    public static ChargeBlock block(LedgerKind ledger, List<Sent> charges) {
        Map<String, Integer> names = new LinkedHashMap<>(Map.of("", 0));
        List<BlockCause> causes = new ArrayList<>();
        List<BlockDimensions> dimensions = new ArrayList<>();
        List<BlockCharge> entries = new ArrayList<>();
        for (Sent sent : charges) {
            Charge charge = sent.charge();
            Cause cause = charge.getCause();
            causes.add(new BlockCause(
                    position(names, cause.getTopic()), cause.getPartition(), cause.getOffset(), sent.sent()));
            dimensions.add(dimensions(names, charge.getDimensions()));
            entries.add(new BlockCharge(
                    charge.getKind(),
                    position(names, charge.getAccount()),
                    position(names, charge.getThing()),
                    causes.size() - 1,
                    dimensions.size() - 1,
                    charge.getCapped(),
                    charge.getEntry()));
        }
        return new ChargeBlock(ledger, List.copyOf(names.keySet()), causes, dimensions, entries);
    }

    private static BlockDimensions dimensions(Map<String, Integer> names, Dimensions of) {
        return new BlockDimensions(
                position(names, of.getPool()),
                position(names, of.getResource()),
                position(names, of.getMatchId()),
                position(names, of.getCluster()),
                of.getJobId(),
                position(names, of.getRun()),
                position(names, of.getNode()),
                position(names, of.getHost()),
                position(names, of.getProject()),
                position(names, of.getApp()),
                of.getSubmitted(),
                position(names, of.getBank()));
    }

    private static int position(Map<String, Integer> names, @Nullable String name) {
        return names.computeIfAbsent(name == null ? "" : name, any -> names.size());
    }
}
