/** Work of volunteers' hosts, and balances of projects. */
@NullMarked
package io.fairstream.query.volunteers;

import org.jspecify.annotations.NullMarked;
