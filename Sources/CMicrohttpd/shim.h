// SPDX-License-Identifier: Apache-2.0
// libmicrohttpd for Swift, and what Swift can't import: its variadic functions.
#pragma once
#include <microhttpd.h>

/// How a server is to be.
struct tarmac_http_settings {
  /// A socket that listens; the server closes it.
  int listener;
  unsigned connections;
  /// How many bytes the head of a request may have, with what its answer needs.
  size_t memory_of_connection;
  MHD_AccessHandlerCallback answer;
  /// Called with each request line's target as it came, before libmicrohttpd has changed anything.
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_NotifyConnectionCallback connection;
  /// Called when a request is over, its answer sent or not.
  MHD_RequestCompletedCallback completed;
  /// Says whether a new connection is let in.
  MHD_AcceptPolicyCallback admits;
  void *context;
};

/// Starts a server without a thread of its own.
static inline struct MHD_Daemon *tarmac_http_start(const struct tarmac_http_settings *wanted)
{
  unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME;
  return MHD_start_daemon(
      flags, 0, wanted->admits, wanted->context, wanted->answer, wanted->context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)wanted->listener,
      MHD_OPTION_CONNECTION_LIMIT, wanted->connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, wanted->memory_of_connection,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, wanted->target, wanted->context,
      MHD_OPTION_NOTIFY_CONNECTION, wanted->connection, wanted->context,
      MHD_OPTION_NOTIFY_COMPLETED, wanted->completed, wanted->context,
      MHD_OPTION_END);
}

/// The descriptor that becomes readable when the server has something to do.
static inline int tarmac_http_descriptor(struct MHD_Daemon *daemon)
{
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// The socket of a connection.
static inline int tarmac_http_socket(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The address of the client.
static inline const struct sockaddr *tarmac_http_peer(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// Closes a connection that speaks another protocol by now.
static inline void tarmac_http_close_upgraded(struct MHD_UpgradeResponseHandle *handle)
{
  MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}
