/**
 * The account of a customer: from charges and edits to priority and usage. Accounts, of customers, associations, users, jobs,
 * projects and days, know nothing of ledgers.
 */
@NullMarked
package io.fairstream.rules.priority;

import org.jspecify.annotations.NullMarked;
