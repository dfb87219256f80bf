package io.fairstream.cli.feed;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.shares.GivenShares;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.TopicReader;
import io.fairstream.reading.BankTree;
import io.fairstream.schemas.Topics;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Banks in the shares of a cluster, some seconds behind the topic. */
final class LiveBanks implements Supplier<BankTree>, AutoCloseable {
    private static final long PAUSE_MILLIS = 5_000;

    private final TopicReader reader;
    private final Consumer<String> warnings;
    private final Thread thread = new Thread(this::follow, "slurm-banks");
    private PartitionOffsets read;
    private volatile BankTree tree;

    /** Reads the current banks; {@link #start} follows later changes. */
    LiveBanks(Settings settings, Consumer<String> warnings) {
        this.reader = new TopicReader(settings);
        this.warnings = warnings;
        this.read = reader.ends(Topics.SHARES);
        this.tree = GivenShares.banks(reader);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public BankTree get() {
        return tree;
    }

    private void follow() {
        boolean isWarned = false;
        try {
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                try {
                    readOn();
                    isWarned = false;
                } catch (InterruptException stopped) {
                    break;
                } catch (KafkaException | Failure e) {
                    if (!isWarned) {
                        warnings.accept("warning: shares cannot be read: " + e.getMessage()
                                + "; the previous banks stay in use");
                    }
                    isWarned = true;
                }
            }
        } catch (InterruptedException stopped) {
            // normal end
        } finally {
            reader.close();
        }
    }

    private void readOn() {
        PartitionOffsets ends = reader.ends(Topics.SHARES);
        if (!ends.equals(read)) {
            tree = GivenShares.banks(reader);
            read = ends;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
