package io.fairstream.postgres;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Background writer: it writes one batch while the next is read and decoded, so that database and sink need not wait
 * for each other. Batches are written in order, each in a transaction with its offsets; after a failure no more are
 * written.
 */
final class WriteAhead implements AutoCloseable {
    /** Time limit, longer than the timeout of a connection. */
    private static final long PATIENCE_SECONDS = 120;

    private final Writer writer;
    private final Positions positions;
    private final SinkMetrics metrics;
    private final Runnable afterCommit;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread writing = new Thread(work, "postgres-writer");
        writing.setDaemon(true);
        return writing;
    });
    private @Nullable Pending pending;

    private record Pending(Batch batch, List<Copied> moves, Future<Map<PgTable, Integer>> written) {}

    /**
     * Creates a writer without work.
     *
     * @param writer used only by this object from now on, with its connection
     * @param afterCommit is run after a batch is committed
     */
    WriteAhead(Writer writer, Positions positions, SinkMetrics metrics, Runnable afterCommit) {
        this.writer = writer;
        this.positions = positions;
        this.metrics = metrics;
        this.afterCommit = afterCommit;
    }

    /** Starts to write a batch after the previous one is committed. */
    void write(Batch batch, List<Copied> moves) throws SQLException, InterruptedException {
        finish();
        positions.taken(moves);
        pending = new Pending(batch, moves, thread.submit(() -> writer.write(batch, moves)));
    }

    /**
     * Waits until everything is committed.
     *
     * @throws SQLException if a batch failed
     */
    void finish() throws SQLException, InterruptedException {
        Pending last = pending;
        if (last == null) {
            return;
        }
        pending = null;
        try {
            Map<PgTable, Integer> rows = last.written().get();
            positions.copied(last.moves());
            afterCommit.run();
            metrics.committed(
                    rows, last.batch().unreadable().size(), last.batch().newest());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Releases the connection; the current batch may be committed or not. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            boolean unused = thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
