package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.Health.Answer;
import io.fairstream.app.WatchedInstance.Restoration;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;

class HealthTest {
    private final SampleInstance instance = new SampleInstance();
    private final Health health = new Health(instance);

    @Test
    void livesWhileItsThreadsPollWhateverItsState() {
        instance.state = State.REBALANCING;
        instance.inState = Duration.ofHours(3);
        instance.polled(1, 3).polled(2, 119);
        assertEquals(new Answer(true, "alive: REBALANCING"), health.live());
    }

    @Test
    void isStuckWhenOneThreadPollsNoMore() {
        instance.polled(1, 0).polled(2, 121);
        assertEquals(
                new Answer(false, "stuck: a thread has not asked for records since 121 s (expected: within 120 s)"),
                health.live());
    }

    /** -1 until the first poll. */
    @Test
    void aThreadThatBeginsIsNotStuck() {
        instance.polled(1, -1);
        assertEquals(true, health.live().ok());
    }

    /** The consumers that restore poll only while there is something to restore. */
    @Test
    void consumersThatRestoreAreNotLookedAt() {
        instance.with(
                "consumer-metrics",
                "last-poll-seconds-ago",
                5000.0,
                Map.of("client-id", "fairstream-1-StreamThread-1-restore-consumer"));
        assertEquals(true, health.live().ok());
    }

    @Test
    void aFailureIsSaidInOneLineByAllThree() {
        instance.hasRun = false;
        instance.failure =
                Optional.of(new IllegalStateException("outer", new IllegalArgumentException("disk full\n  at ...")));
        Answer expected = new Answer(false, "failed: disk full");
        assertEquals(expected, health.live());
        assertEquals(expected, health.ready());
        assertEquals(expected, health.startup());
    }

    /** Local state that cannot be read is set aside, and the topology starts again within the process. */
    @Test
    void aShortStopIsNoDeath() {
        instance.state = State.NOT_RUNNING;
        instance.inState = Duration.ofSeconds(20);
        assertEquals(true, health.live().ok());
        instance.inState = Duration.ofMinutes(5);
        assertEquals(new Answer(false, "stopped: NOT_RUNNING since 300 s"), health.live());
    }

    /** To start it again would not help, and it goes on by itself. */
    @Test
    void anInstanceThatWaitsForTheRegistryLivesAndIsNotReady() {
        instance.state = State.ERROR;
        instance.inState = Duration.ofHours(3);
        instance.polled(1, 10_000);
        instance.waiting = Optional.of("no answer from http://registry:8081");
        assertEquals(new Answer(true, "alive: waiting for the schema registry"), health.live());
        Answer waits = new Answer(false, "waiting for the schema registry: no answer from http://registry:8081");
        assertEquals(waits, health.ready());
        assertEquals(new Answer(true, "started"), health.startup());
        instance.hasRun = false;
        assertEquals(waits, health.startup());
    }

    @Test
    void isReadyWhenItRunsAndIsCaughtUp() {
        instance.lags("matches", 0, 10_000).lags("matches", 1, 0);
        assertEquals(new Answer(true, "ready: running and caught up"), health.ready());
        instance.lags("matches", 1, 10_001);
        assertEquals(
                new Answer(false, "behind: 10,001 records wait in a partition (expected: at most 10,000)"),
                health.ready());
    }

    @Test
    void isNotReadyBeforeLagsAreKnown() {
        instance.inState = Duration.ofMillis(1900);
        assertEquals(new Answer(false, "running since a moment only"), health.ready());
    }

    @Test
    void saysHowMuchIsRestored() {
        instance.state = State.REBALANCING;
        instance.hasRun = false;
        instance.restoration = new Restoration(2_000_000, 500_001);
        String how = "REBALANCING, 74 % of the local state restored, 500,001 records left";
        assertEquals(new Answer(false, "starting: " + how), health.startup());
        assertEquals(new Answer(false, "not running: " + how), health.ready());
        assertEquals(true, health.live().ok());
    }

    @Test
    void onceStartedItStaysStarted() {
        instance.state = State.REBALANCING;
        assertEquals(new Answer(true, "started"), health.startup());
    }
}
