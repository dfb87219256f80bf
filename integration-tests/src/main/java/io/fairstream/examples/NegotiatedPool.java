package io.fairstream.examples;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.run.RunningTopology;
import io.fairstream.client.ClientConfig;
import io.fairstream.client.PriorityView;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A pool that negotiates from live priorities, on a broker and a topology of its own. */
@Command(
        name = "negotiated-pool",
        mixinStandardHelpOptions = true,
        description =
                "Closes the loop: a simulated pool divides its slots by the live topic priorities, and its matches are accounted."
                        + " Prints what users of each priority factor used; in steady competition this goes with 1/sqrt(factor).")
public final class NegotiatedPool implements Callable<Integer> {
    @Option(names = "--slots", defaultValue = "10000", description = "Slots of weight 1 (${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--users", defaultValue = "50", description = "Users; all want the whole pool (${DEFAULT-VALUE}).")
    private int users;

    @Option(
            names = "--factors",
            split = ",",
            defaultValue = "1,2,4,8,16",
            description = "Their factors, in turn (${DEFAULT-VALUE}).")
    private List<Double> factors = List.of();

    @Option(
            names = "--days",
            defaultValue = "4",
            description = "Days; the first half is not counted (${DEFAULT-VALUE}).")
    private int days;

    @Option(names = "--cycle", defaultValue = "PT10M", description = "Between negotiations (${DEFAULT-VALUE}).")
    private Duration cycle = Duration.ZERO;

    @Option(names = "--half-life", defaultValue = "PT6H", description = "Of the priorities (${DEFAULT-VALUE}).")
    private Duration halfLife = Duration.ZERO;

    @Option(
            names = "--longest-job",
            defaultValue = "PT4H",
            description = "The shortest is half as long (${DEFAULT-VALUE}).")
    private Duration longestJob = Duration.ZERO;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new NegotiatedPool()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            Map<String, String> entries = new HashMap<>(cluster.settings());
            entries.putAll(Map.of(
                    "priority.halflife", halfLife.toString(),
                    "commit.interval", "PT0.1S",
                    "priorities.refresh", "0",
                    "partitions", "4",
                    "threads", "2"));
            Settings settings = Settings.parseForCluster(entries);
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            try (RunningTopology topology = RunningTopology.start(settings);
                    Producer producer = new Producer(settings);
                    PriorityView view = PriorityView.open(
                            new ClientConfig(settings.consumer(), settings.registry(), settings.topicPrefix()))) {
                System.err.println(topology.applicationId() + " accounts on " + cluster.bootstrapServers());
                play(view, producer);
            }
        }
        return 0;
    }

    private void play(PriorityView view, Producer producer) throws Exception {
        Competition competition = new Competition(users, factors);
        Instant start = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(days + 1L));
        competition
                .factors()
                .forEach((user, factor) -> producer.send(
                        Topics.ACCOUNT_EDITS,
                        user,
                        new AccountEdit(user, start, "negotiated-pool", new SetFactor(factor, null), null)));
        producer.flush();
        view.awaitReady(Duration.ofMinutes(1));
        while (view.size() < users) {
            Thread.sleep(50);
        }
        SimulatedPool pool = new SimulatedPool(slots, longestJob.dividedBy(2), longestJob, 1);
        Instant end = start.plus(Duration.ofDays(days));
        Instant middle = start.plus(Duration.ofDays(days).dividedBy(2));
        Map<String, Double> before = new HashMap<>();
        try (Negotiator negotiator =
                new Negotiator(pool, view, competition.factors().keySet(), producer::matches)) {
            for (Instant now = start; !now.isAfter(end); now = now.plus(cycle)) {
                negotiator.cycle(now);
                if (before.isEmpty() && !now.isBefore(middle)) {
                    view.forEach(middle, row -> before.put(row.getCustomer(), row.getWeightedAccumulatedUsage()));
                }
                System.err.printf("\r%s  %,d of %,d slots matched", now, pool.held(), slots);
            }
        }
        System.err.println();
        double seconds = Duration.between(middle, end).toSeconds();
        Map<String, Double> use = new HashMap<>();
        view.forEach(
                end,
                row -> use.put(
                        row.getCustomer(),
                        (row.getWeightedAccumulatedUsage() - before.getOrDefault(row.getCustomer(), 0.0)) / seconds));
        print(competition.classes(user -> use.getOrDefault(user, 0.0)));
    }

    private static void print(List<Competition.FactorClass> classes) {
        System.out.printf(
                "%8s %8s %14s %18s %12s%n", "factor", "users", "slots per user", "slots x sqrt(f)", "deviation");
        for (Competition.FactorClass one : classes) {
            System.out.printf(
                    "%8.0f %8d %14.2f %18.2f %+11.2f%%%n",
                    one.factor(), one.users(), one.meanUse(), one.useTimesRoot(), 100 * one.deviation());
        }
    }

    /** Writes to the topics of the contract. */
    private static final class Producer implements AutoCloseable {
        private final KafkaProducer<String, SpecificRecord> producer;
        private final String prefix;

        Producer(Settings settings) {
            Map<String, Object> properties = new HashMap<>(settings.producer());
            properties.put("linger.ms", "5");
            prefix = settings.topicPrefix();
            producer = new KafkaProducer<>(
                    properties,
                    new StringSerializer(),
                    new AvroSerde<SpecificRecord>(SpecificRecord.class, SchemaRegistries.from(settings.registry())));
        }

        <V extends SpecificRecord> void send(Topic<V> topic, String key, V value) {
            Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(topic.in(prefix), key, value));
        }

        void matches(List<MatchEvent> events) {
            events.forEach(event -> send(Topics.MATCHES, event.getResource(), event));
            flush();
        }

        void flush() {
            producer.flush();
        }

        @Override
        public void close() {
            producer.close();
        }
    }
}
