package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.client.ClientConfig;
import io.fairstream.client.PriorityView;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Child process: reads {@code priorities} at the request of lines on standard input, and answers each with a line.
 * <pre>
 * settings key=value ...   of the cluster        settings
 * read      with a plain consumer, to the end    read, nanoseconds, records, bytes
 * load      into a new view                      loaded, nanoseconds, customers
 * snapshot  of the view                          snapshot, nanoseconds, customers
 * evaluate  all rows for an hour from now        evaluated, nanoseconds, customers
 * ask       for each customer by name            asked, nanoseconds, customers
 * heap      collects garbage                     heap, bytes alive
 * </pre>
 */
final class ViewMain {
    private static final Duration LONGEST_LOAD = Duration.ofMinutes(10);
    private static final Duration POLL = Duration.ofMillis(200);

    private @Nullable Settings settings;
    private @Nullable PriorityView view;

    private ViewMain() {}

    public static void main(String[] arguments) throws Exception {
        ViewMain main = new ViewMain();
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            System.out.println(String.join(Child.SEPARATOR, main.answer(request.split(Child.SEPARATOR, -1))));
        }
        main.closeView();
    }

    private List<String> answer(String[] request) throws Exception {
        return switch (request[0]) {
            case "settings" -> configure(request);
            case "read" -> read();
            case "load" -> load();
            case "snapshot" -> timed("snapshot", () -> view().snapshot().size());
            case "evaluate" -> timed("evaluated", this::evaluate);
            case "ask" -> timed("asked", this::ask);
            case "heap" -> List.of("heap", Long.toString(heap()));
            default -> throw new IOException(request[0]);
        };
    }

    private List<String> configure(String[] request) {
        Map<String, String> entries = new HashMap<>();
        Arrays.stream(request)
                .skip(1)
                .map(entry -> entry.split("=", 2))
                .forEach(entry -> entries.put(entry[0], entry[1]));
        settings = Settings.parseForCluster(entries);
        return List.of("settings");
    }

    private Settings settings() {
        return Objects.requireNonNull(settings);
    }

    private PriorityView view() {
        return Objects.requireNonNull(view);
    }

    private static List<String> timed(String what, IntSupplier work) {
        long start = System.nanoTime();
        int count = work.getAsInt();
        return List.of(what, Long.toString(System.nanoTime() - start), Integer.toString(count));
    }

    private List<String> read() {
        closeView();
        LongAdder bytes = new LongAdder();
        List<String> answer = timed("read", () -> readAll(bytes));
        return List.of(answer.get(0), answer.get(1), answer.get(2), Long.toString(bytes.sum()));
    }

    private int readAll(LongAdder bytes) {
        int records = 0;
        try (var consumer =
                new KafkaConsumer<>(settings().consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            String topic = Topics.PRIORITIES.in(settings().topicPrefix());
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    records++;
                    bytes.add(record.key().length + record.value().length);
                }
            }
        }
        return records;
    }

    private List<String> load() throws Exception {
        closeView();
        long start = System.nanoTime();
        view = PriorityView.open(new ClientConfig(
                settings().consumer(), settings().registry(), settings().topicPrefix()));
        view().awaitReady(LONGEST_LOAD);
        long end = System.nanoTime();
        return List.of("loaded", Long.toString(end - start), Integer.toString(view().size()));
    }

    private int evaluate() {
        AtomicInteger count = new AtomicInteger();
        view().forEach(Instant.now().plusSeconds(3600), row -> count.addAndGet(row.getRealPriority() > 0 ? 1 : 0));
        return count.get();
    }

    private int ask() {
        Instant at = Instant.now().plusSeconds(3600);
        int count = 0;
        for (int i = 0; i < view().size(); i++) {
            count += view().at(View.customer(i), at)
                            .map(Priority::getRealPriority)
                            .isPresent()
                    ? 1
                    : 0;
        }
        return count;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void closeView() {
        if (view != null) {
            view.close();
            view = null;
        }
    }
}
