package io.fairstream.steering;

import java.util.List;

/**
 * Reading of a scheduler's data at one time.
 *
 * @param accounts what it believes of each of its users
 * @param controls what can be set there, and what is
 */
public record Reading(List<Account> accounts, List<Control> controls) {
    public Reading {
        accounts = List.copyOf(accounts);
        controls = List.copyOf(controls);
    }
}
