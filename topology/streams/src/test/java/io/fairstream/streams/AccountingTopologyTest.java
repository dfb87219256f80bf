package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.CancelLease;
import io.fairstream.schemas.Delete;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.ResetUsage;
import io.fairstream.schemas.SetAccumulatedUsage;
import io.fairstream.schemas.SetBeginUsage;
import io.fairstream.schemas.SetCeiling;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetFloor;
import io.fairstream.schemas.SetLastUsage;
import io.fairstream.schemas.SetPriority;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stories of the match rules, with everything that the topology writes. */
class AccountingTopologyTest {
    private static final long HOUR = 3600;

    private final Pipeline pipeline = new Pipeline();
    private final StringBuilder story = new StringBuilder();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void namesOfNodesAndStoresAreDataOnDisk(boolean repartition) {
        TopologyConfig config =
                Pipeline.config(Topic.DEFAULT_PREFIX, Duration.ofMinutes(5), repartition, 8, new HeapLimits(100, 1000));
        String description = Pipeline.topology(config).describe().toString();
        assertFalse(description.contains("00000"), "a generated name: " + description);
        Golden.assertSame(repartition ? "describe-repartition.txt" : "describe.txt", description);
    }

    @Test
    void aMatchIsChargedFromItsBeginToItsEnd() {
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 4, 0, "m1"));
        tell("an hour later it ends", () -> pipeline.unmatched("slot1@node1", HOUR, "m1"));
        expect("match-and-unmatch");
    }

    @Test
    void theSameMatchAgainIsADuplicate() {
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 4, 0));
        tell("delivered again", () -> pipeline.matched("slot1@node1", "alice", 4, 0));
        tell("said again later, by its name", () -> pipeline.matched("slot1@node1", "alice", 4, 60, "m1"));
        tell("it ends", () -> pipeline.unmatched("slot1@node1", HOUR, "m1"));
        tell("delivered again", () -> pipeline.unmatched("slot1@node1", HOUR, "m1"));
        expect("duplicate");
    }

    @Test
    void theEndOfAMatchOnAFreeResourceIsCountedAndRefusedToNobody() {
        tell("slot1 was never matched", () -> pipeline.unmatched("slot1@node1", 0));
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 1, 10, "m2"));
        tell("another match ends", () -> pipeline.unmatched("slot1@node1", 20, "m1"));
        expect("unmatch-of-the-free");
    }

    @Test
    void anotherCustomerTakesTheResourceOver() {
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 4, 0, "m1"));
        tell("bob is matched, alice was not unmatched", () -> pipeline.matched("slot1@node1", "bob", 4, HOUR, "m2"));
        expect("handover");
    }

    @Test
    void aLateEndByNameMovesTheEndOfAHandoverBack() {
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 4, 0, "m1"));
        tell("bob takes over", () -> pipeline.matched("slot1@node1", "bob", 4, HOUR, "m2"));
        tell("alice had ended half an hour before", () -> pipeline.unmatched("slot1@node1", HOUR / 2, "m1"));
        expect("late-unmatch");
    }

    @Test
    void aLateMatchIsAddedWhereItBelongs() {
        tell("bob is matched", () -> pipeline.matched("slot1@node1", "bob", 2, HOUR, "m2"));
        tell("the end of alice's match", () -> pipeline.unmatched("slot1@node1", HOUR / 2, "m1"));
        tell("and its begin", () -> pipeline.matched("slot1@node1", "alice", 4, 0, "m1"));
        expect("late-match");
    }

    @Test
    void scansConfirmMakeHandOverAndBreakMatches() {
        tell("claimed by alice", () -> observed(0, ObservedState.CLAIMED, "alice", false));
        tell("still so", () -> observed(60, ObservedState.CLAIMED, "alice", false));
        tell("being preempted", () -> observed(120, ObservedState.PREEMPTING, "alice", false));
        tell("claimed by bob", () -> observed(180, ObservedState.CLAIMED, "bob", false));
        tell("matched, to nobody known", () -> observed(240, ObservedState.MATCHED, null, false));
        tell("suspended, which is charged", () -> observed(300, ObservedState.CLAIMED, "bob", true));
        tell("unclaimed", () -> observed(360, ObservedState.UNCLAIMED, null, false));
        tell("claimed by bob", () -> observed(420, ObservedState.CLAIMED, "bob", false));
        tell("gone", () -> observed(480, ObservedState.VANISHED, null, false));
        expect("observed");
    }

    private void observed(long seconds, ObservedState state, @Nullable String customer, boolean suspended) {
        pipeline.match(
                "slot1@node1",
                seconds,
                Observed.newBuilder()
                        .setState(state)
                        .setCustomer(customer)
                        .setSuspended(suspended)
                        .build());
    }

    @Test
    void administratorsDecideAboutAccounts() {
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 4, 0));
        edit("factor 10", 60, SetFactor.newBuilder().setFactor(10.0).build());
        edit("factor 2 for a minute", 120, new SetFactor(2.0, Pipeline.at(180)));
        edit("ceiling 8", 150, SetCeiling.newBuilder().setCeiling(8.0).build());
        edit("no ceiling", 160, SetCeiling.newBuilder().setCeiling(-1.0).build());
        edit("floor 2", 170, SetFloor.newBuilder().setFloor(2.0).build());
        edit("factor 3 for an hour", 200, new SetFactor(3.0, Pipeline.at(HOUR)));
        edit("the lease of the factor ends now", 210, new CancelLease(LeaseKind.FACTOR));
        edit("priority 20", 300, new SetPriority(20.0));
        edit("usage 1000", 360, new SetAccumulatedUsage(1000.0));
        edit("begin of usage", 370, new SetBeginUsage(Pipeline.at(-HOUR)));
        edit("last usage", 380, new SetLastUsage(Pipeline.at(-HOUR)));
        edit("reset", 420, new ResetUsage());
        edit("delivered again", 420, new ResetUsage());
        edit("forgotten", 480, new Delete());
        expect("edits");
    }

    private void edit(String what, long seconds, Object edit) {
        tell(what, () -> pipeline.edit("alice", seconds, edit));
    }

    @Test
    void aDeletedCustomerComesBackWhenItsOpenMatchEnds() {
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 4, 0));
        tell("alice is deleted", () -> pipeline.edit("alice", 600, new Delete()));
        tell("the match ends", () -> pipeline.unmatched("slot1@node1", HOUR));
        expect("delete-with-open-match");
    }

    @Test
    void weightZeroIsAUseWithoutWeight() {
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 0, 0));
        tell("it ends", () -> pipeline.unmatched("slot1@node1", HOUR / 2));
        tell("alice is matched", () -> pipeline.matched("slot1@node1", "alice", 2, HOUR));
        expect("weight-zero");
    }

    @Test
    void namesMayHoldAnyText() {
        String customer = "\"Zoë O'Brien\" <zoë@phys.example> 用户🦉 \\ {";
        String resource = "slot 1/ä\"@node";
        MatchEvent matched =
                new MatchEvent(resource, "pool \"ü\"", Pipeline.at(0), new Matched(customer, 1.0, "m #1, é"));
        tell("matched", () -> pipeline.send(Topics.MATCHES, resource, matched));
        tell(
                "edited",
                () -> pipeline.send(
                        Topics.ACCOUNT_EDITS,
                        customer,
                        new AccountEdit(
                                customer,
                                Pipeline.at(60),
                                "root@ü",
                                SetFactor.newBuilder().setFactor(2.0).build(),
                                null)));
        MatchEvent unmatched = new MatchEvent(resource, "pool \"ü\"", Pipeline.at(120), new Unmatched("m #1, é"));
        tell("unmatched", () -> pipeline.send(Topics.MATCHES, resource, unmatched));
        expect("names");
    }

    private void tell(String what, Runnable event) {
        event.run();
        story.append("# ").append(what).append('\n');
        pipeline.everything().forEach(line -> story.append(line).append('\n'));
    }

    private void expect(String name) {
        Golden.assertSame("stories/" + name + ".txt", story.toString());
    }
}
