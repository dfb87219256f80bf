package io.fairstream.steering.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.steering.Account;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.Scale;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scheduler that sets fair shares in flux's priority plugin, by {@code bank/user}. All other fields of an association,
 * including its limits, are sent with their values in flux-accounting's database. Updates that flux-accounting itself
 * loads into the plugin replace ours. A fair share far below 0 holds new jobs.
 */
public final class Flux implements Scheduler {
    private static final List<String> PYTHON = List.of("flux", "python", "-");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Program PROGRAM = Program.of(Flux.class, "fair_shares.py");
    private static final double SAME = 1e-9;
    /**
     * Fair share that holds: with it a priority is below 0 whatever else it is made of, which the plugin makes 0, and a
     * job of priority 0 waits. Limits of the plugin do not hold: 0 is no limit in some versions, and others release a
     * job only when another one of the user ends.
     */
    private static final double HELD = -1e9;

    private final Tool tool;

    /**
     * Creates an adapter.
     *
     * @param tool reaches the flux instance as its owner, on a machine where flux-accounting's database can be read
     */
    public Flux(Tool tool) {
        this.tool = tool;
    }

    @Override
    public String kind() {
        return "flux";
    }

    /** Reads the fair shares: an account's priority is that in flux-accounting's database, a control's value that in the plugin. */
    @Override
    public Reading read() throws SchedulerException, InterruptedException {
        return run(Map.of());
    }

    @Override
    public Scale scale() {
        return Scale.of(1);
    }

    /** Returns the fair share of each user, the same in each bank, see {@link Control#factors}. */
    @Override
    public Map<String, Double> desired(Reading reading, Map<String, Double> priorities) {
        return Control.byFactors(reading.controls(), priorities, factor -> factor);
    }

    @Override
    public double last(Map<String, Double> desired) {
        return 0;
    }

    /** Sends all edits at once, which is fast. */
    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) throws SchedulerException, InterruptedException {
        if (edits.isEmpty()) {
            return List.of();
        }
        Map<String, Double> values = new LinkedHashMap<>();
        edits.forEach(edit -> values.put(edit.name(), edit.value()));
        Map<String, Double> loaded = new HashMap<>();
        run(values).controls().forEach(control -> loaded.put(control.name(), control.value()));
        List<Answer> answers = new ArrayList<>();
        for (Edit edit : edits) {
            Double set = loaded.get(edit.name());
            if (set == null) {
                answers.add(new Answer(edit, false, "not in the plugin mf_priority"));
            } else {
                boolean isSet = Math.abs(set - edit.value()) <= SAME;
                answers.add(new Answer(edit, isSet, isSet ? "" : "not set, and the tool reported no error"));
            }
        }
        return answers;
    }

    private Reading run(Map<String, Double> values) throws SchedulerException, InterruptedException {
        String answer = tool.answer(PYTHON, PROGRAM.with(values));
        List<Account> accounts = new ArrayList<>();
        List<Control> controls = new ArrayList<>();
        try {
            JsonNode rows = JSON.readTree(answer);
            if (!rows.isArray()) {
                throw new IllegalArgumentException("no array");
            }
            for (JsonNode row : rows) {
                String user = row.required("user").asText();
                String bank = row.required("bank").asText();
                String name = bank + "/" + user;
                accounts.add(
                        new Account(name, user, bank, row.required("theirs").doubleValue(), null));
                controls.add(new Control(
                        name, user, row.required("loaded").doubleValue(), ends(row.required("banks")), HELD));
            }
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new SchedulerException("flux: " + answer.strip() + " (expected: associations as JSON)", e);
        }
        return new Reading(accounts, controls);
    }

    /**
     * Returns the ends of the paths of a user in a bank and of the banks around it. A job's bank is a path below the
     * root as long as its parents are unknown.
     *
     * @param banks from the user's bank to the root
     */
    private static List<String> ends(JsonNode banks) {
        Set<String> ends = new LinkedHashSet<>();
        List<String> names = new ArrayList<>();
        banks.forEach(bank -> names.add(bank.asText()));
        names.add("");
        for (int i = 0; i + 1 < names.size(); i++) {
            String bank = names.get(i);
            if (i == 0) {
                ends.add(bank + "/" + Control.USER);
            }
            ends.add(names.get(i + 1) + "/" + bank);
            if (i + 2 < names.size()) {
                ends.add(names.get(names.size() - 2) + "/" + bank);
            }
        }
        return List.copyOf(ends);
    }
}
