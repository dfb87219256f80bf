package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.WatchedInstance.Restoration;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;

/** Progress of the restore. */
class InstanceLogTest {
    private static final TopicPartition ONE = new TopicPartition("changelog", 0);
    private static final TopicPartition OTHER = new TopicPartition("changelog", 1);

    private final InstanceLog log = new InstanceLog();

    @Test
    void restoringIsTheSumOverPartitionsUntilAllAreDone() {
        assertEquals(1, log.restoration().done());
        log.onRestoreStart(ONE, "store", 100, 400);
        log.onRestoreStart(OTHER, "store", 0, 100);
        assertEquals(new Restoration(400, 400), log.restoration());
        log.onBatchRestored(ONE, "store", 250, 150);
        log.onRestoreEnd(OTHER, "store", 100);
        assertEquals(new Restoration(400, 150), log.restoration());
        assertEquals(0.625, log.restoration().done());
        log.onRestoreEnd(ONE, "store", 300);
        assertEquals(Restoration.EMPTY, log.restoration());
    }

    @Test
    void whatGoesOnElsewhereIsNotWaitedFor() {
        log.onRestoreStart(ONE, "store", 0, 400);
        log.onRestoreSuspended(ONE, "store", 10);
        assertEquals(Restoration.EMPTY, log.restoration());
    }

    /** Whatever Kafka counts. */
    @Test
    void moreRecordsThanOffsetsAreNotNegative() {
        log.onRestoreStart(ONE, "store", 0, 10);
        log.onBatchRestored(ONE, "store", 10, 30);
        assertEquals(0, log.restoration().left());
    }

    @Test
    void itHasRunOnceItWasRunning() {
        log.changed(State.REBALANCING, State.CREATED);
        assertFalse(log.hasRun());
        log.changed(State.RUNNING, State.REBALANCING);
        log.changed(State.REBALANCING, State.RUNNING);
        assertTrue(log.hasRun());
    }
}
