package io.fairstream.slurm;

import io.fairstream.schemas.JobEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.jspecify.annotations.Nullable;

/**
 * Topology of the bridge from Slurm's topics to job events.
 *
 * <pre>
 * start topic  ─┐            ┌─ starts, ends, requeues ──────────────────────► job-events
 *               ├─► records ─┤                                                     ▲
 * finish topic ─┘            └─ changes of size ─► by run ─► with neighbours ──────┘
 * </pre>
 *
 * <p>Slurm's records have no key, so that the records of a job may be in different partitions and come in any order. Starts and ends
 * are converted one by one. Changes of size, which are rare, are repartitioned by run, because they need the run's other changes.
 */
public final class SlurmBridge {
    private SlurmBridge() {}

    /**
     * Builds the topology.
     *
     * @param from Slurm's topics
     * @param to full name of the topic of job events
     * @param events serde of job events
     * @param clusterIfNone cluster of records without one
     * @param placed returns the event with its bank's path in the shares, for records that contain only an account
     * @param memory retention of a change of size that waits for the next one
     */
    public static Topology topology(
            Collection<String> from,
            String to,
            Serde<JobEvent> events,
            @Nullable String clusterIfNone,
            UnaryOperator<JobEvent> placed,
            Duration memory) {
        RecordSerde serde = new RecordSerde(clusterIfNone);
        Produced<String, JobEvent> produced = Produced.with(Serdes.String(), events);
        StreamsBuilder builder = new StreamsBuilder();
        KStream<byte[], BridgedRecord> records =
                builder.stream(from, Consumed.with(Serdes.ByteArray(), serde).withName("slurm-records"));
        records.process(StatelessEventProcessor::new, Named.as("slurm-runs"))
                .mapValues(placed::apply, Named.as("slurm-runs-placed"))
                .to(to, produced.withName("job-events-of-runs"));
        records.filter((key, bridged) -> bridged.record().isChangeOfSize(), Named.as("slurm-sizes"))
                .selectKey((key, bridged) -> bridged.record().runKey(), Named.as("slurm-sizes-by-run"))
                .repartition(Repartitioned.with(Serdes.String(), serde).withName("slurm-sizes"))
                .process(new SizeChangeProcessor.Supplier(serde, memory), Named.as("slurm-sizes-of-run"))
                .mapValues(placed::apply, Named.as("slurm-sizes-placed"))
                .to(to, produced.withName("job-events-of-sizes"));
        return builder.build();
    }
}
