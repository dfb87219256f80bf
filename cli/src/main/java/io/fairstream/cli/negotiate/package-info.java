/** Trial negotiation: the slot weight that each submitter would get. */
@NullMarked
package io.fairstream.cli.negotiate;

import org.jspecify.annotations.NullMarked;
