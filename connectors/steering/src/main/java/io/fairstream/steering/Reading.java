package io.fairstream.steering;

import java.util.List;

/**
 * Reading of a scheduler's data at one time.
 *
 * @param accounts the scheduler's accounts of its users
 * @param controls settable controls with their current values
 */
public record Reading(List<Account> accounts, List<Control> controls) {
    public Reading {
        accounts = List.copyOf(accounts);
        controls = List.copyOf(controls);
    }
}
