package io.fairstream.benchmarks.flink;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** The job on a cluster of Flink in this process. */
final class PeerJob {
    private static final MemorySize NETWORK = MemorySize.ofMebiBytes(128);
    private static final MemorySize ROCKSDB = MemorySize.ofMebiBytes(256);
    private static final Duration TRANSACTION = Duration.ofMinutes(1);
    private static final Duration START_POLL = Duration.ofMillis(20);

    private final JobClient job;

    private PeerJob(JobClient job) {
        this.job = job;
    }

    /** Where a job keeps its state. */
    enum Backend {
        HASHMAP,
        ROCKSDB;

        private String word() {
            return this == HASHMAP ? "hashmap" : "rocksdb";
        }
    }

    /**
     * Starts it.
     *
     * @param entries the configuration that the accounting application would have
     */
    static PeerJob start(Backend backend, Map<String, String> entries) throws Exception {
        Settings settings = Settings.parseForCluster(entries);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(settings.get(Keys.THREADS), configuration(backend, settings));
        SingleOutputStreamOperator<UseChange> changes = environment
                .fromSource(source(settings), WatermarkStrategy.noWatermarks(), "matches", RawMatch.TYPE)
                .keyBy(RawMatch::resource, Types.STRING)
                .transform("resources", UseChange.TYPE, new ResourceHop(entries));
        changes.getSideOutput(ResourceHop.ROWS)
                .sinkTo(sink("resources", settings, Topics.CHARGES, Topics.MATCH_RECORDS, Topics.OPEN_MATCHES));
        changes.keyBy(UseChange::customer, Types.STRING)
                .transform("customers", Row.TYPE, new CustomerHop(entries))
                .sinkTo(sink("customers", settings, Topics.PRIORITIES));
        return new PeerJob(environment.executeAsync(settings.applicationId()));
    }

    private static Configuration configuration(Backend backend, Settings settings) {
        File directory = settings.get(Keys.STATE_DIR).toAbsolutePath().toFile();
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.get(Keys.COMMIT_INTERVAL));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                new File(directory, "checkpoints").toURI().toString());
        configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        configuration.set(StateBackendOptions.STATE_BACKEND, backend.word());
        configuration.set(RocksDBOptions.LOCAL_DIRECTORIES, new File(directory, "rocksdb").toString());
        configuration.set(CoreOptions.TMP_DIRS, new File(directory, "tmp").toString());
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, NETWORK);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, NETWORK);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, ROCKSDB);
        return configuration;
    }

    private static KafkaSource<RawMatch> source(Settings settings) {
        Properties properties = new Properties();
        properties.putAll(settings.consumer());
        properties.remove(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        properties.remove(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG);
        return KafkaSource.<RawMatch>builder()
                .setProperties(properties)
                .setBootstrapServers(settings.bootstrapServers().orElseThrow())
                .setGroupId(settings.applicationId())
                .setTopics(Topics.MATCHES.in(settings.topicPrefix()))
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new MatchReader())
                .build();
    }

    private static KafkaSink<Row> sink(String name, Settings settings, Topic<?>... topics) {
        Properties properties = new Properties();
        properties.putAll(settings.producer());
        properties.remove(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        List<String> names = Arrays.stream(topics)
                .map(topic -> topic.in(settings.topicPrefix()))
                .toList();
        properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Long.toString(TRANSACTION.toMillis()));
        return KafkaSink.<Row>builder()
                .setKafkaProducerConfig(properties)
                .setBootstrapServers(settings.bootstrapServers().orElseThrow())
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(settings.applicationId() + "-" + name)
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .setRecordSerializer(new RowWriter(names))
                .build();
    }

    /** A row is encoded already. Transaction ids can be used again only where the topics are known beforehand. */
    private record RowWriter(List<String> topics)
            implements KafkaRecordSerializationSchema<Row>, KafkaDatasetFacetProvider {

        @Override
        public ProducerRecord<byte[], byte[]> serialize(Row row, KafkaSinkContext context, @Nullable Long timestamp) {
            Integer partition = row.partition() == Row.OF_KEY ? null : (Integer) row.partition();
            return new ProducerRecord<>(row.topic(), partition, row.sent(), row.key(), row.value());
        }

        @Override
        public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
            return Optional.of(new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(topics)));
        }
    }

    /** Waits until it runs; false if it does not come up in time. */
    boolean awaitRunning(Duration atMost) throws Exception {
        long end = System.nanoTime() + atMost.toNanos();
        JobStatus status = job.getJobStatus().get();
        while (status != JobStatus.RUNNING && !status.isGloballyTerminalState() && System.nanoTime() < end) {
            Thread.sleep(START_POLL.toMillis());
            status = job.getJobStatus().get();
        }
        return status == JobStatus.RUNNING;
    }

    /** Cancels the job; the records it has read since the last checkpoint are lost. */
    void cancel() throws Exception {
        job.cancel().get();
    }
}
