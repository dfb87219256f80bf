package io.fairstream.steering.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.steering.Account;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.peer.StandIn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtCondorTest {
    @TempDir
    Path directory = Path.of("");

    private HtCondor condor(String more) throws Exception {
        StandIn standIn =
                new StandIn("htcondor", directory).with("table", StandIn.text("schedulers/userprio.txt"), more);
        return new HtCondor(standIn.tool());
    }

    @Test
    void realPriorityIsTheAdsPriorityByItsFactorAndGroupsAreLeftOut() throws Exception {
        assertEquals(
                new Reading(
                        List.of(
                                account("carol@pool.local", 1250.061728 / 2500.123456, 0),
                                account("group_physics.bob@pool.local", 6.027098 / 7, 405),
                                account("alice@pool.local", 32.619685 / 5, 408)),
                        List.of(
                                control("carol@pool.local", 2500.123456),
                                control("group_physics.bob@pool.local", 7),
                                control("alice@pool.local", 5)),
                        List.of(
                                ceiling("carol@pool.local", 10),
                                ceiling("group_physics.bob@pool.local", -1),
                                ceiling("alice@pool.local", -1))),
                condor("").read());
    }

    @Test
    void factorsAreEffectiveByRealPriorityAndNoneIsBelowOne() throws Exception {
        Reading reading = new Reading(
                List.of(account("a", 2, 0), account("b", 0.5, 0), account("c", 1, 0)),
                List.of(control("a", 1000), control("b", 1000), control("c", 1000)));
        HtCondor condor = condor("");
        assertEquals(Map.of("a", 500.0, "b", 8000.0), condor.desired(reading, Map.of("a", 1000.0, "b", 4000.0)));
        assertEquals(Map.of("a", 1.0, "b", 8.0), condor.desired(reading, Map.of("a", 1.0, "b", 2.0)));
        assertEquals(Map.of(), condor.desired(reading, Map.of()));
    }

    @Test
    void eachEditHasItsAnswerAndRefusalsStopNoOther() throws Exception {
        HtCondor condor = condor(extra("denied@pool.local") + extra("silent@pool.local"));
        List<Edit> edits = List.of(
                StandIn.edit("denied@pool.local", 3),
                StandIn.edit("carol@pool.local", 0.5),
                StandIn.edit("silent@pool.local", 4),
                StandIn.edit("a b;c@pool.local", 4),
                StandIn.edit("alice@pool.local", 1234.5));
        assertEquals(
                List.of(
                        new Answer(
                                edits.get(0),
                                false,
                                "set priority factor failed: Not an administrator and authorization maps"
                                        + " (NEGOTIATOR_CLASSAD_USER_MAP_NAMES) is not set."),
                        new Answer(edits.get(1), false, "Priority factors must be greater than or equal to 1."),
                        new Answer(edits.get(2), false, "not set, and the tool reported no error"),
                        new Answer(edits.get(3), false, "a b;c@pool.local: a name that a command line could change"),
                        new Answer(edits.get(4), true, "")),
                condor.send(edits, Deadline.never()));
        assertEquals(
                control("alice@pool.local", 1234.5), condor.read().controls().get(2));
    }

    /** A version without ceilings, whose attribute is undefined, holds nothing. */
    @Test
    void ceilingsHoldAndArePutBack() throws Exception {
        HtCondor condor = condor(extra("old@pool.local"));
        assertEquals(3, condor.read().holds().size());
        List<Edit> edits = List.of(
                new Edit(ceiling("alice@pool.local", -1), 0, ""),
                new Edit(ceiling("denied@pool.local", -1), 0, ""),
                StandIn.edit("alice@pool.local", 7));
        assertEquals(
                List.of(
                        new Answer(edits.get(0), true, ""),
                        new Answer(
                                edits.get(1),
                                false,
                                "set priority factor failed: Not an administrator and authorization maps"
                                        + " (NEGOTIATOR_CLASSAD_USER_MAP_NAMES) is not set."),
                        new Answer(edits.get(2), true, "")),
                condor.send(edits, Deadline.never()));
        assertEquals(
                List.of(
                        ceiling("carol@pool.local", 10),
                        ceiling("group_physics.bob@pool.local", -1),
                        ceiling("alice@pool.local", 0)),
                condor.read().holds());
        assertEquals(
                List.of(true),
                condor
                        .send(List.of(new Edit(ceiling("alice@pool.local", 0), -1, "")), Deadline.in(Duration.ZERO))
                        .stream()
                        .map(Answer::accepted)
                        .toList());
        assertEquals(ceiling("alice@pool.local", -1), condor.read().holds().get(2));
    }

    /** A list as one ad takes a negotiator seconds; it is asked for an ad of each where Python has the bindings. */
    @Test
    void withTheBindingsEverythingIsOneProcess() throws Exception {
        StandIn standIn = new StandIn("htcondor-python", directory)
                .with("htcondor2.py", StandIn.text("schedulers/htcondor2.py"), "")
                .with(
                        "submitters.json",
                        "{\"<none>\": [true, 500.0, 0.0], \"alice@pool.local\": [false, 2500.5, 1000.0],"
                                + " \"j\u00fcrgen \\\"x\\\"@pool.local\": [false, 500.0, 1000.0], \"denied@pool.local\": [false, 500.0,"
                                + " 1000.0]}",
                        "");
        HtCondor condor = new HtCondor(standIn.tool());
        assertEquals(
                new Reading(
                        List.of(
                                new Account("alice@pool.local", "alice@pool.local", null, 2.5005, 7.0),
                                new Account(
                                        "j\u00fcrgen \"x\"@pool.local", "j\u00fcrgen \"x\"@pool.local", null, 0.5, 7.0),
                                new Account("denied@pool.local", "denied@pool.local", null, 0.5, 7.0)),
                        List.of(
                                control("alice@pool.local", 1000),
                                control("j\u00fcrgen \"x\"@pool.local", 1000),
                                control("denied@pool.local", 1000)),
                        List.of(
                                ceiling("alice@pool.local", -1),
                                ceiling("j\u00fcrgen \"x\"@pool.local", -1),
                                ceiling("denied@pool.local", -1))),
                condor.read());
        List<Edit> edits = List.of(
                StandIn.edit("alice@pool.local", 4000.5),
                StandIn.edit("denied@pool.local", 5),
                StandIn.edit("j\u00fcrgen \"x\"@pool.local", 3));
        assertEquals(
                List.of(
                        new Answer(edits.get(0), true, ""),
                        new Answer(edits.get(1), false, "no right"),
                        new Answer(edits.get(2), true, "")),
                condor.send(edits, Deadline.never()));
        assertEquals(
                List.of(new Answer(edits.get(0), true, "")),
                condor.send(edits, Deadline.in(Duration.ZERO)),
                "the time is over, but the first is sent in any case");
    }

    @Test
    void aLineOfAnotherFormIsNamed() throws Exception {
        HtCondor condor = condor("oops\n");
        assertEquals(
                "condor_userprio: oops (expected: Name, IsAccountingGroup, Priority, PriorityFactor,"
                        + " WeightedAccumulatedUsage, Ceiling)",
                assertThrows(SchedulerException.class, condor::read).getMessage());
    }

    private static String extra(String name) {
        return "\"" + name + "\"\tfalse\t500.0\t1000.0\t0.0\tundefined\n";
    }

    private static Account account(String name, double priority, double usage) {
        return new Account(name, name, null, priority, usage);
    }

    private static Control control(String name, double factor) {
        return new Control(name, name, factor).withEnds(List.of("*"));
    }

    private static Control ceiling(String name, double ceiling) {
        return Control.ofLimit(name, name, ceiling, List.of("*"));
    }
}
