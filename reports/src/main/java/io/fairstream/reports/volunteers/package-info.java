/** Work of volunteers' hosts, and balances of projects. */
@NullMarked
package io.fairstream.reports.volunteers;

import org.jspecify.annotations.NullMarked;
