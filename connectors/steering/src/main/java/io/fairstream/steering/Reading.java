package io.fairstream.steering;

import java.util.List;
import java.util.stream.Stream;

/**
 * Reading of a scheduler's data at one time.
 *
 * @param accounts the scheduler's accounts of its users
 * @param controls settable controls that order jobs, with their current values
 * @param holds controls that do nothing but hold new jobs, see {@link Control#ofLimit}
 */
public record Reading(List<Account> accounts, List<Control> controls, List<Control> holds) {
    public Reading {
        accounts = List.copyOf(accounts);
        controls = List.copyOf(controls);
        holds = List.copyOf(holds);
    }

    /** Creates a reading without controls that only hold. */
    public Reading(List<Account> accounts, List<Control> controls) {
        this(accounts, controls, List.of());
    }

    /** Returns all controls. */
    List<Control> all() {
        return Stream.concat(holds.stream(), controls.stream()).toList();
    }
}
