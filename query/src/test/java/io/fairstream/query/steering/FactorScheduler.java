package io.fairstream.query.steering;

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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Users of a pool with a factor each, and some with a ceiling; real priorities are all 2. */
final class FactorScheduler implements Scheduler {
    static final double PRIORITY = 2;

    final Map<String, Double> factors = new TreeMap<>();
    final Map<String, Double> ceilings = new TreeMap<>();
    boolean isAway;
    int sent;

    @Override
    public String kind() {
        return "htcondor";
    }

    @Override
    public Reading read() throws SchedulerException {
        if (isAway) {
            throw new SchedulerException("condor_userprio: exit 1: Can't find address of negotiator");
        }
        List<Account> accounts = new ArrayList<>();
        List<Control> controls = new ArrayList<>();
        factors.forEach((user, factor) -> {
            accounts.add(new Account(user, user, null, PRIORITY, null));
            controls.add(new Control(user, user, factor).withEnds(List.of(Control.USER)));
        });
        List<Control> holds = new ArrayList<>();
        ceilings.forEach((user, ceiling) -> holds.add(Control.ofLimit(user, user, ceiling, List.of(Control.USER))));
        return new Reading(accounts, controls, holds);
    }

    @Override
    public Scale scale() {
        return Scale.ofRatios();
    }

    @Override
    public Map<String, Double> desired(Reading reading, Map<String, Double> priorities) {
        Map<String, Double> desired = new HashMap<>();
        priorities.forEach((user, priority) -> desired.put(user, priority / PRIORITY));
        return desired;
    }

    @Override
    public double last(Map<String, Double> desired) {
        return 1000 * Collections.max(desired.values());
    }

    @Override
    public List<Answer> send(List<Edit> edits, Deadline until) {
        sent += edits.size();
        return edits.stream()
                .map(edit -> {
                    boolean isAllowed = !edit.user().startsWith("mallory");
                    if (isAllowed) {
                        (edit.control().isOnlyHold() ? ceilings : factors)
                                .put(edit.control().account(), edit.value());
                    }
                    return new Answer(edit, isAllowed, isAllowed ? "set" : "denied");
                })
                .toList();
    }
}
