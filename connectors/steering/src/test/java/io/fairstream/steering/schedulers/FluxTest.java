package io.fairstream.steering.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.schemas.SteeringKind;
import io.fairstream.steering.Account;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.peer.StandIn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FluxTest {
    /** Whose allocations cover a user's jobs. */
    private static final List<String> IN_PHYSICS =
            List.of("physics/*", "science/physics", "root/physics", "root/science", "/root");

    @TempDir
    Path directory = Path.of("");

    private Flux flux() throws Exception {
        StandIn standIn = new StandIn("flux", directory)
                .with("flux.py", "schedulers/flux.py")
                .with("fluxacct/__init__.py", "", "")
                .with("fluxacct/accounting.py", "schedulers/accounting.py")
                .with(
                        "state.json",
                        "{\"topics\": [], \"records\": [], \"mf_priority_map\": ["
                                + "{\"userid\": 2001, \"banks\": [{\"bank_name\": \"physics\", \"fairshare\": 0.3}]},"
                                + "{\"userid\": 2002, \"banks\": [{\"bank_name\": \"physics\", \"fairshare\": 0.7}]}]}",
                        "");
        return new Flux(standIn.tool());
    }

    @Test
    void controlsAreWhatThePluginHasAndAccountsWhatTheDatabaseHas() throws Exception {
        Flux flux = flux();
        Reading reading = flux.read();
        assertEquals(
                new Reading(
                        List.of(
                                new Account("physics/alice", "alice", "physics", 0.25, null),
                                new Account("physics/bob", "bob", "physics", 0.75, null)),
                        List.of(
                                new Control("physics/alice", "alice", 0.3, IN_PHYSICS, -1e9),
                                new Control("physics/bob", "bob", 0.7, IN_PHYSICS, -1e9))),
                reading);
        assertEquals(
                Map.of("physics/alice", Math.pow(2, -0.5), "physics/bob", Math.pow(2, -1.5)),
                flux.desired(reading, Map.of("alice", 1.0, "bob", 3.0)));
    }

    @Test
    void allOtherFieldsAreSentAlong() throws Exception {
        Flux flux = flux();
        List<Edit> edits = List.of(
                StandIn.edit("physics/alice", 0.125), StandIn.edit("physics/dave", 1), StandIn.edit("no/one", 1));
        assertEquals(
                List.of(
                        new Answer(edits.get(0), true, ""),
                        new Answer(edits.get(1), false, "not in the plugin mf_priority"),
                        new Answer(edits.get(2), false, "not in the plugin mf_priority")),
                flux.send(edits, Deadline.never()));
        ObjectMapper json = new ObjectMapper();
        JsonNode state = json.readTree(directory.resolve("state.json").toFile());
        assertEquals(
                json.readTree("[\"job-manager.mf_priority.rec_update\", \"job-manager.mf_priority.reprioritize\","
                        + " \"job-manager.jobtap-query\"]"),
                state.get("topics"));
        assertEquals(
                json.readTree("{\"userid\": 2001, \"bank\": \"physics\", \"fairshare\": 0.125,"
                        + " \"max_running_jobs\": 5, \"max_active_jobs\": 7, \"queues\": \"batch,debug\","
                        + " \"active\": 1, \"projects\": \"*\", \"max_nodes\": 10, \"max_cores\": 20,"
                        + " \"max_sched_jobs\": 30, \"def_bank\": \"physics\", \"def_project\": \"*\"}"),
                state.get("records").get(0));
    }

    /** With a fair share far below 0 the plugin makes every priority 0, with which a job waits. */
    @Test
    void aUserIsHeldByTheFairShareAndTheLoadedOneIsPutBack() throws Exception {
        Flux flux = flux();
        Control alice = flux.read().controls().get(0);
        Edit edit = new Edit(alice, -1e9, "", SteeringKind.HOLD);
        assertEquals(List.of(new Answer(edit, true, "")), flux.send(List.of(edit), Deadline.never()));
        Control held = flux.read().controls().get(0);
        assertTrue(held.isHeld());
        Edit release = new Edit(held, alice.value(), "", SteeringKind.RESTORE);
        assertEquals(List.of(new Answer(release, true, "")), flux.send(List.of(release), Deadline.never()));
        assertEquals(0.3, flux.read().controls().get(0).value());
    }
}
