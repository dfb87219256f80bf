/**
 * The account of a customer: computes priority and usage from charges and edits. Accounts, which exist for customers, associations, users,
 * jobs, projects and days, do not depend on ledgers.
 */
@NullMarked
package io.fairstream.rules.priority;

import org.jspecify.annotations.NullMarked;
