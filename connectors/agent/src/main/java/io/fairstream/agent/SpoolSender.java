package io.fairstream.agent;

import io.fairstream.schemas.SessionDelta;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Thread that sends the snapshots of a spool, the oldest first, and removes each after the cluster has acknowledged it. While the
 * cluster is unavailable, snapshots stay in the spool. A snapshot that is sent twice, because the agent died before its removal,
 * counts once.
 */
public final class SpoolSender implements AutoCloseable {
    private static final int AT_ONCE = 64;

    private final Spool spool;
    private final String topic;
    private final Supplier<Producer<String, SessionDelta>> connection;
    private final Consumer<String> messages;
    private final AtomicLong sent = new AtomicLong();
    private final ThreadPoolExecutor thread;
    private @Nullable Producer<String, SessionDelta> open;
    private boolean isAway;

    /**
     * Creates a sender without starting it.
     *
     * @param topic full name of the topic
     * @param connection opens a connection if there is none; throws a {@link KafkaException} if the cluster cannot be
     * reached
     * @param messages receives a message when the cluster becomes unavailable and when it is available again
     */
    public SpoolSender(
            Spool spool, String topic, Supplier<Producer<String, SessionDelta>> connection, Consumer<String> messages) {
        this.spool = spool;
        this.topic = topic;
        this.connection = connection;
        this.messages = messages;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(1),
                task -> {
                    Thread sender = new Thread(task, "spool-sender");
                    sender.setDaemon(true);
                    return sender;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Triggers sending soon. */
    public void wake() {
        thread.execute(this::deliver);
    }

    /** Sends waiting snapshots; returns true if none is left. */
    boolean deliver() {
        try {
            List<String> waiting = spool.waiting();
            for (int from = 0; from < waiting.size(); from += AT_ONCE) {
                send(waiting.subList(from, Math.min(waiting.size(), from + AT_ONCE)));
            }
            if (isAway) {
                messages.accept("sending again");
            }
            isAway = false;
            return true;
        } catch (InterruptException stopped) {
            return false;
        } catch (KafkaException | IOException e) {
            tell(e);
            disconnect();
            return false;
        }
    }

    private void send(List<String> names) throws IOException {
        Producer<String, SessionDelta> to = connection();
        Map<String, List<Future<RecordMetadata>>> underway = new LinkedHashMap<>();
        for (String name : names) {
            List<SessionDelta> snapshot = read(name);
            if (snapshot != null) {
                List<Future<RecordMetadata>> parts = new ArrayList<>();
                for (SessionDelta part : snapshot) {
                    parts.add(to.send(new ProducerRecord<>(topic, part.getCluster() + "/" + part.getNode(), part)));
                }
                underway.put(name, parts);
            }
        }
        to.flush();
        for (Map.Entry<String, List<Future<RecordMetadata>>> entry : underway.entrySet()) {
            for (Future<RecordMetadata> part : entry.getValue()) {
                await(part);
            }
            spool.remove(entry.getKey());
            sent.incrementAndGet();
        }
    }

    private @Nullable List<SessionDelta> read(String name) throws IOException {
        try {
            return spool.read(name);
        } catch (Spool.DamagedException e) {
            messages.accept("warning: " + e.getMessage() + " (expected: a snapshot); dropped");
            spool.drop(name);
            return null;
        }
    }

    private static void await(Future<RecordMetadata> part) {
        try {
            part.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private Producer<String, SessionDelta> connection() {
        Producer<String, SessionDelta> to = open;
        if (to == null) {
            to = connection.get();
            open = to;
        }
        return to;
    }

    private void tell(Exception problem) {
        if (!isAway) {
            messages.accept(
                    "warning: " + topic + ": " + problem.getMessage() + "; snapshots wait in " + spool.directory());
        }
        isAway = true;
    }

    private void disconnect() {
        Producer<String, SessionDelta> to = open;
        open = null;
        if (to != null) {
            to.close(Duration.ZERO);
        }
    }

    /** Returns the number of snapshots delivered to the cluster. */
    public long sent() {
        return sent.get();
    }

    /** Sends waiting snapshots for at most this duration; the rest stays in the spool. */
    public void close(Duration patience) {
        wake();
        thread.shutdown();
        try {
            if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
                thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        disconnect();
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(10));
    }
}
